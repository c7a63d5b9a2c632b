import type { JSX } from 'preact'
import type { PageChannel, PageMessage } from '../wire.ts'
import { Composer } from './composer.tsx'
import { useSurroundings } from './context.ts'
import { MessageList } from './message-list.tsx'
import { Message } from './message.tsx'
import type { Model } from './model.ts'

type ThreadPaneProps = {
  readonly model: Model
  readonly channel: PageChannel
  readonly ts: string
  readonly close: () => void
}

/** One thread beside its channel. Slash commands do not work here, so the bot is mentioned. */
export function ThreadPane({ model, channel, ts, close }: ThreadPaneProps): JSX.Element | null {
  const { me, bot, users } = useSurroundings()
  const all = [...(model.messages.get(channel.id)?.values() ?? [])]
  const parent = all.find((message) => message.ts === ts)
  if (parent === undefined) return null
  const replies = repliesOf(all, ts, me)
  const name = users.find(({ id }) => id === bot)?.name ?? 'bot'
  return (
    <section class="pane thread-pane" aria-label="Thread">
      <header class="pane-head">
        <h2>
          Thread <span class="small muted"># {channel.name}</span>
        </h2>
        <button type="button" class="plain" aria-label="Close thread" onClick={close}>
          ✕
        </button>
      </header>
      <MessageList
        key={ts}
        label="Messages of the thread"
        startsAtEnd={false}
        ownLast={replies.filter(({ user }) => user === me).at(-1)?.ts}
      >
        <Message message={parent} shortcuts={model.shortcuts} />
        {replies.map((reply) => (
          <Message key={reply.ts} message={reply} shortcuts={model.shortcuts} />
        ))}
      </MessageList>
      <Composer
        channel={channel.id}
        threadTs={ts}
        placeholder="Reply…"
        suggestions={[`@${name} why-slow`, `@${name} help`]}
      />
    </section>
  )
}

function repliesOf(all: readonly PageMessage[], parent: string, me: string): readonly PageMessage[] {
  return all.filter(
    ({ threadTs, ts, onlyFor, isDeleted }) =>
      threadTs === parent && ts !== parent && !isDeleted && (onlyFor === undefined || onlyFor === me),
  )
}
