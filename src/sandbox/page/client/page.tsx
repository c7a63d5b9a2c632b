import type { JSX } from 'preact'
import { useEffect, useReducer, useState } from 'preact/hooks'
import type { PageEvent } from '../wire.ts'
import { ChannelPane } from './channel-pane.tsx'
import { listen } from './connection.ts'
import { SurroundingsContext } from './context.ts'
import { EMPTY, nowOf, update } from './model.ts'
import type { Model } from './model.ts'
import { Sidebar } from './sidebar.tsx'
import { StagePanel } from './stage-panel.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { ViewDialog } from './view-dialog.tsx'

type Change = { readonly event?: PageEvent; readonly at: number }

function reduce(model: Model, { event, at }: Change): Model {
  return event === undefined ? { ...model, isConnected: false } : update(model, event, at)
}

function machineNow(): number {
  return Date.now() / 1000
}

type Tab = 'channel' | 'thread' | 'fleet'

export function Page(): JSX.Element {
  const [model, change] = useReducer(reduce, EMPTY)
  const [chosen, setChosen] = useState<string>()
  const [thread, setThread] = useState<string>()
  const [tab, setTab] = useState<Tab>('channel')
  const [person, setMe] = useState<string>()
  const [tick, setTick] = useState(machineNow())
  useEffect(
    () =>
      listen(
        (event) => change({ event, at: machineNow() }),
        () => change({ at: machineNow() }),
      ),
    [],
  )
  useEffect(() => {
    const timer = setInterval(() => setTick(machineNow()), 500)
    return () => clearInterval(timer)
  }, [])
  const { users, channels, bot, stage, views, isConnected } = model
  const me = person ?? users.find(({ isBot }) => !isBot)?.id ?? ''
  const channel = channels.find(({ id }) => id === chosen) ?? channels.find(({ hasBot }) => hasBot)
  const now = nowOf(model, Math.max(tick, model.stageToldAt))
  const act = () => Promise.resolve(undefined)
  const view = views.filter(({ user }) => user === me).at(-1)
  if (channel === undefined) return <p class="empty muted">{isConnected ? 'No channel.' : 'Connecting…'}</p>
  const setChannel = (id: string): void => {
    setChosen(id)
    setThread(undefined)
    setTab('channel')
  }
  const openThread = (ts: string): void => {
    setThread(ts)
    setTab('thread')
  }
  const closeThread = (): void => {
    setThread(undefined)
    setTab('channel')
  }
  const tabs: readonly Tab[] = [
    'channel',
    ...(thread === undefined ? [] : ['thread' as const]),
    ...(stage === undefined ? [] : ['fleet' as const]),
  ]
  return (
    <SurroundingsContext.Provider value={{ me, bot, users, channels, now, act }}>
      <div class={thread === undefined ? `page tab-${tab}` : `page page-with-thread tab-${tab}`}>
        <div class="tabs" role="tablist">
          {tabs.map((each) => (
            <button key={each} type="button" role="tab" aria-selected={each === tab} onClick={() => setTab(each)}>
              {each === 'channel' ? `# ${channel.name}` : TAB_TITLES[each]}
            </button>
          ))}
        </div>
        <div class="side">
          <Sidebar {...{ model, me, setMe, setChannel }} channel={channel.id} />
          {stage !== undefined && <StagePanel stage={stage} now={now} />}
        </div>
        <ChannelPane {...{ model, channel, openThread }} />
        {thread !== undefined && <ThreadPane {...{ model, channel }} ts={thread} close={closeThread} />}
      </div>
      {view !== undefined && <ViewDialog key={view.id} view={view} />}
      {!isConnected && (
        <div class="lost" role="status">
          The demo does not answer. Is it still running?
        </div>
      )}
    </SurroundingsContext.Provider>
  )
}

const TAB_TITLES = { thread: 'Thread', fleet: 'Fleet' } as const
