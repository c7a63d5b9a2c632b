import type { JsonObject } from '../json.ts'
import type { Mention, MessageLink } from '../mentions/mention.ts'

export type Channel = {
  readonly id: string
  readonly name: string
  readonly kind: 'public' | 'private' | 'im'
  readonly isArchived: boolean
  readonly members: readonly string[]
}

export type User = { readonly id: string; readonly name: string; readonly realName: string; readonly isBot: boolean }

export type Author = { readonly userId: string; readonly botId?: string }

/** What a message said before an edit, and when (milliseconds since the epoch) it stopped saying so. */
type Edit = { readonly at: number; readonly text: string; readonly blocks: readonly unknown[] }

export type Reaction = { readonly name: string; readonly users: readonly string[] }

export type StoredFile = {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly altText: string | undefined
  readonly mimetype: string
  readonly bytes: Uint8Array
  readonly uploadedBy: string
}

/** Who sees a message: the whole channel, or one person until the next reload. */
export type Audience = { readonly kind: 'channel' } | { readonly kind: 'ephemeral'; readonly userId: string }

/** Which door a message came in by. */
export type Origin = 'web_api' | 'response_url' | 'acknowledgement' | 'person'

export type StoredMessage = {
  readonly ts: string
  readonly channel: string
  readonly threadTs?: string
  readonly isBroadcast: boolean
  readonly author: Author
  readonly audience: Audience
  readonly origin: Origin
  readonly text: string
  readonly blocks: readonly unknown[]
  readonly attachments: readonly unknown[]
  readonly metadata?: JsonObject
  readonly files: readonly StoredFile[]
  readonly reactions: readonly Reaction[]
  readonly edits: readonly Edit[]
  readonly isDeleted: boolean
  /** Who and what the message would reach as it stands; fallback text, blocks and attachments together. */
  readonly activeMentions: readonly Mention[]
  readonly links: readonly MessageLink[]
}
