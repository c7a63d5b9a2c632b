import { createTimestamps } from '../clock.ts'
import type { Now } from '../clock.ts'
import type { JsonObject } from '../json.ts'
import { activeInMessage } from '../mentions/message.ts'
import type { Changes } from './changes.ts'
import type { Audience, Author, Origin, StoredFile, StoredMessage } from './model.ts'
import { withIds } from './with-ids.ts'

/** What a message says, checked already. */
export type Body = {
  readonly text: string
  readonly blocks: readonly unknown[]
  readonly attachments: readonly unknown[]
  readonly parse?: string | undefined
  readonly linkNames?: boolean
}

type Draft = Body & {
  readonly channel: string
  readonly author: Author
  readonly audience: Audience
  readonly origin: Origin
  readonly threadTs?: string | undefined
  readonly isBroadcast?: boolean
  readonly metadata?: JsonObject | undefined
  readonly files?: readonly StoredFile[]
}

/** Every message of the workspace, ephemeral ones too, by channel and timestamp. */
export type Messages = {
  readonly post: (draft: Draft) => StoredMessage
  readonly edit: (message: StoredMessage, body: Body, metadata: JsonObject | undefined) => StoredMessage
  /** Puts a changed copy in the place of the message with the same channel and timestamp. */
  readonly replace: (message: StoredMessage) => StoredMessage
  readonly remove: (message: StoredMessage) => void
  readonly find: (channel: string, ts: string) => StoredMessage | undefined
  /** In the order they were posted. */
  readonly in: (channel: string) => readonly StoredMessage[]
}

export function createMessages(now: Now, changes: Changes): Messages {
  const channels = new Map<string, Map<string, StoredMessage>>()
  const nextTimestamp = createTimestamps(now)

  function replace(message: StoredMessage): StoredMessage {
    const held = channels.get(message.channel) ?? new Map<string, StoredMessage>()
    channels.set(message.channel, held.set(message.ts, message))
    changes.announce()
    return message
  }

  function post(draft: Draft): StoredMessage {
    const { channel, author, audience, origin, threadTs, metadata, files = [], isBroadcast = false } = draft
    return replace({
      ts: nextTimestamp(),
      channel,
      author,
      audience,
      origin,
      isBroadcast,
      ...(threadTs !== undefined && { threadTs }),
      ...described(metadata),
      ...said(draft),
      files,
      reactions: [],
      edits: [],
      isDeleted: false,
    })
  }

  function edit(message: StoredMessage, body: Body, metadata: JsonObject | undefined): StoredMessage {
    const before = { at: now(), text: message.text, blocks: message.blocks }
    const { metadata: held, ...rest } = message
    return replace({
      ...rest,
      ...said(body),
      ...described(metadata ?? held),
      edits: [...message.edits, before],
    })
  }

  return {
    post,
    edit,
    replace,
    remove: (message) => {
      replace({ ...message, text: '', blocks: [], attachments: [], files: [], isDeleted: true })
    },
    find: (channel, ts) => channels.get(channel)?.get(ts),
    in: (channel) => [...(channels.get(channel)?.values() ?? [])],
  }
}

/** Empty metadata is none. */
function described(metadata: JsonObject | undefined): Pick<StoredMessage, 'metadata'> {
  return metadata && Object.keys(metadata).length > 0 ? { metadata } : {}
}

type Said = Pick<StoredMessage, 'text' | 'blocks' | 'attachments' | 'activeMentions' | 'links'>

function said({ text, blocks, attachments, parse, linkNames = false }: Body): Said {
  const { mentions, links } = activeInMessage({ text, blocks, attachments, parse, linkNames })
  return { text, blocks: withIds(blocks), attachments, activeMentions: mentions, links }
}
