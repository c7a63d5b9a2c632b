import type { Author } from '../workspace/model.ts'
import type { Body } from '../workspace/messages.ts'
import { messageToWire } from '../workspace/wire.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused } from './answer.ts'
import type { Answer } from './answer.ts'
import { flagArg, textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import { readContent } from './content.ts'
import type { Content } from './content.ts'
import { readMetadata } from './metadata.ts'
import type { Method } from './method.ts'
import { threadFor, writableChannel } from './place.ts'

/** Slack cuts a text here; this one refuses it, so that nobody finds out by a missing half. */
const LONGEST_POST = 40_000

export function botAuthor({ identity }: World): Author {
  return { userId: identity.botUserId, botId: identity.botId }
}

/** The content as a whole message: what was not sent is empty. */
export function whole({ text = '', blocks = [], attachments = [], parse, linkNames }: Content): Body {
  return { text, blocks, attachments, parse, linkNames }
}

export const postMessage: Method = {
  token: 'bot',
  scopes: ['chat:write'],
  tier: 'posting',
  run: (world, args, { scopes }) => {
    const place = writableChannel(world, args, scopes.has('chat:write.public'))
    if (place.status === 'refused') return place.answer
    const thread = threadFor(world, place.value, args)
    if (thread.status === 'refused') return thread.answer
    const read = readContent(world, args, { characters: LONGEST_POST, isSizeLimited: true })
    if (read.status === 'refused') return read.answer
    const meta = readMetadata(args)
    if (meta.status === 'refused') return meta.answer
    const message = world.messages.post({
      ...whole(read.content),
      channel: place.value.id,
      author: botAuthor(world),
      audience: { kind: 'channel' },
      origin: 'web_api',
      threadTs: thread.value,
      isBroadcast: thread.value !== undefined && flagArg(args, 'reply_broadcast'),
      metadata: meta.metadata,
    })
    return granted({ channel: message.channel, ts: message.ts, message: messageToWire(message, world.identity) })
  },
}

export const postEphemeral: Method = {
  token: 'bot',
  scopes: ['chat:write'],
  tier: 'tier4',
  run: (world, args, { scopes }) => {
    const place = writableChannel(world, args, scopes.has('chat:write.public'))
    if (place.status === 'refused') return place.answer
    const userId = textArg(args, 'user') ?? ''
    if (!place.value.members.includes(userId)) return refused('user_not_in_channel')
    return showTo(world, args, { channel: place.value.id, userId })
  },
}

type Spot = { readonly channel: string; readonly userId: string }

function showTo(world: World, args: Args, { channel, userId }: Spot): Answer {
  const read = readContent(world, args, { characters: LONGEST_POST, isSizeLimited: true })
  if (read.status === 'refused') return read.answer
  const message = world.messages.post({
    ...whole(read.content),
    channel,
    author: botAuthor(world),
    audience: { kind: 'ephemeral', userId },
    origin: 'web_api',
    threadTs: textArg(args, 'thread_ts'),
  })
  return granted({ message_ts: message.ts })
}
