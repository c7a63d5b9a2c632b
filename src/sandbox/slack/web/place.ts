import { isReply } from '../workspace/threads.ts'
import type { Channel, StoredMessage } from '../workspace/model.ts'
import type { World } from '../workspace/world.ts'
import { refused } from './answer.ts'
import type { Answer } from './answer.ts'
import { textArg } from './arguments.ts'
import type { Args } from './arguments.ts'

// Where a call wants to act, and whether it may.

export type Found<T> =
  | { readonly status: 'found'; readonly value: T }
  | { readonly status: 'refused'; readonly answer: Answer }

export function found<T>(value: T): Found<T> {
  return { status: 'found', value }
}

export function notFound(error: string): { readonly status: 'refused'; readonly answer: Answer } {
  return { status: 'refused', answer: refused(error) }
}

/** A channel the bot can see. A private one it is not in does not exist for it. */
export function visibleChannel({ people, identity }: World, args: Args): Found<Channel> {
  const channel = people.resolve(textArg(args, 'channel') ?? '')
  if (!channel) return notFound('channel_not_found')
  const isMember = channel.members.includes(identity.botUserId)
  return channel.kind === 'private' && !isMember ? notFound('channel_not_found') : found(channel)
}

/** A channel the bot may write to: open, and it is in it or may post to public ones unasked (`chat:write.public`). */
export function writableChannel(world: World, args: Args, isPublicAllowed: boolean): Found<Channel> {
  const visible = visibleChannel(world, args)
  if (visible.status === 'refused') return visible
  const channel = visible.value
  if (channel.isArchived) return notFound('is_archived')
  const isMember = channel.members.includes(world.identity.botUserId)
  return isMember || (isPublicAllowed && channel.kind === 'public') ? visible : notFound('not_in_channel')
}

/** The thread a message is to go to, if any. The name of a reply is not the name of its thread. */
export function threadFor({ messages }: World, channel: Channel, args: Args): Found<string | undefined> {
  if (args['thread_ts'] === undefined || args['thread_ts'] === '') return found(undefined)
  const ts = textArg(args, 'thread_ts') ?? ''
  const parent = messages.find(channel.id, ts)
  if (!parent || parent.isDeleted) return notFound('thread_not_found')
  return isReply(parent) || parent.audience.kind === 'ephemeral' ? notFound('cannot_reply_to_message') : found(ts)
}

/** A message in a channel by its `ts`. Ephemeral ones cannot be named. */
export function messageAt({ messages }: World, channel: Channel, args: Args): Found<StoredMessage> {
  const message = messages.find(channel.id, textArg(args, 'ts') ?? textArg(args, 'timestamp') ?? '')
  if (!message || message.isDeleted || message.audience.kind === 'ephemeral') return notFound('message_not_found')
  return found(message)
}
