import type { JSX } from 'preact'
import type { PageChannel } from '../wire.ts'
import { Composer } from './composer.tsx'
import { useSurroundings } from './context.ts'
import { MessageList } from './message-list.tsx'
import { Message } from './message.tsx'
import type { Model, ThreadTop } from './model.ts'
import { topsOf } from './model.ts'

type ChannelPaneProps = {
  readonly model: Model
  readonly channel: PageChannel
  readonly openThread: (ts: string) => void
}

export function ChannelPane({ model, channel, openThread }: ChannelPaneProps): JSX.Element {
  const { me } = useSurroundings()
  const tops = topsOf(model, channel.id, me)
  const suggestions = model.commands.flatMap(({ command, hint }) =>
    hint.split('|').map((words) => `${command} ${words.trim()}`),
  )
  return (
    <section class="pane channel-pane" aria-label={`Channel ${channel.name}`}>
      <header class="pane-head">
        <h1># {channel.name}</h1>
        {!channel.hasBot && <span class="small muted">the bot is not in this channel</span>}
      </header>
      <MessageList
        key={channel.id}
        label={`Messages in ${channel.name}`}
        startsAtEnd
        ownLast={tops.filter(({ message }) => message.user === me).at(-1)?.message.ts}
      >
        {tops.length === 0 && <p class="muted empty">{channel.hasBot ? waitingFor(model) : NOTHING}</p>}
        {tops.map((top) => (
          <Message key={top.message.ts} message={top.message} shortcuts={model.shortcuts}>
            <ThreadLink top={top} open={openThread} />
          </Message>
        ))}
      </MessageList>
      {channel.isArchived ? (
        <p class="muted empty">This channel is archived.</p>
      ) : (
        <Composer channel={channel.id} placeholder={`Message #${channel.name}`} suggestions={suggestions} />
      )}
    </section>
  )
}

function ThreadLink({
  top,
  open,
}: {
  readonly top: ThreadTop
  readonly open: (ts: string) => void
}): JSX.Element | null {
  const { message, replies } = top
  if (message.onlyFor !== undefined) return null
  const { length } = replies
  const text = length === 0 ? 'Reply in thread' : `${length} ${length === 1 ? 'reply' : 'replies'}`
  return (
    <button
      type="button"
      class={length === 0 ? 'thread-link thread-link-empty' : 'thread-link'}
      onClick={() => open(message.ts)}
    >
      {text}
    </button>
  )
}

const NOTHING = 'Nothing has been said here yet.'

/** An empty channel says what is about to happen. */
function waitingFor({ stage }: Model): string {
  const last = stage?.events.at(-1)
  return last === undefined ? NOTHING : `${NOTHING} The fleet: ${last.text}.`
}
