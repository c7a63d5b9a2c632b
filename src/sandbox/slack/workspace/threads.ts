import { keptIn } from '../../../domain/once.ts'
import type { StoredMessage } from './model.ts'

/** A message that starts a thread, or could, with what was said below it. */
export type Thread = { readonly parent: StoredMessage; readonly replies: readonly StoredMessage[] }

export function isReply({ ts, threadTs }: StoredMessage): boolean {
  return threadTs !== undefined && threadTs !== ts
}

/** The replies to one message, in the order they came; what only one person saw is not among them. */
export function repliesTo(ts: string, messages: readonly StoredMessage[]): readonly StoredMessage[] {
  return messages.filter((message) => isReply(message) && message.threadTs === ts && isShownToAll(message))
}

function isShownToAll({ audience, isDeleted }: StoredMessage): boolean {
  return audience.kind === 'channel' && !isDeleted
}

/** The channel as a reader sees it: top messages, each with its thread. A deleted one stays only for its replies. */
export function threadsIn(messages: readonly StoredMessage[]): readonly Thread[] {
  const byParent = new Map<string, StoredMessage[]>()
  for (const message of messages) {
    if (message.threadTs === undefined || !isReply(message) || !isShownToAll(message)) continue
    keptIn(byParent, message.threadTs, () => []).push(message)
  }
  return messages
    .filter((message) => !isReply(message) && message.audience.kind === 'channel')
    .map((parent) => ({ parent, replies: byParent.get(parent.ts) ?? [] }))
    .filter(({ parent, replies }) => !parent.isDeleted || replies.length > 0)
}
