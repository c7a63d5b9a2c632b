import type { Body } from '../workspace/messages.ts'
import { messageToWire } from '../workspace/wire.ts'
import type { StoredMessage } from '../workspace/model.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused } from './answer.ts'
import { textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import { readContent } from './content.ts'
import type { Content } from './content.ts'
import { readMetadata } from './metadata.ts'
import type { Method } from './method.ts'
import { found, messageAt, notFound, visibleChannel } from './place.ts'
import type { Found } from './place.ts'

/** An edit takes far less text than a post; reports put it at four thousand characters (seratch/ChatGPT-in-Slack 102). */
const LONGEST_UPDATE = 4000

export const update: Method = {
  token: 'bot',
  scopes: ['chat:write'],
  tier: 'tier3',
  run: (world, args) => {
    const target = ownMessage(world, args, 'cant_update_message')
    if (target.status === 'refused') return target.answer
    const read = readContent(world, args, { characters: LONGEST_UPDATE, isSizeLimited: true })
    if (read.status === 'refused') return read.answer
    const meta = readMetadata(args)
    if (meta.status === 'refused') return meta.answer
    const message = world.messages.edit(target.value, merged(target.value, read.content), meta.metadata)
    const { channel, ts, text } = message
    return granted({ channel, ts, text, message: messageToWire(message, world.identity) })
  },
}

/** Text without blocks takes the old blocks away; blocks without text keep the old text; attachments stay if not sent. */
export function merged(message: StoredMessage, { text, blocks, attachments, parse, linkNames }: Content): Body {
  return {
    text: text ?? (blocks === undefined ? '' : message.text),
    blocks: blocks ?? [],
    attachments: attachments ?? message.attachments,
    parse,
    linkNames,
  }
}

export const remove: Method = {
  token: 'bot',
  scopes: ['chat:write'],
  tier: 'tier3',
  run: (world, args) => {
    const target = ownMessage(world, args, 'cant_delete_message')
    if (target.status === 'refused') return target.answer
    world.messages.remove(target.value)
    return granted({ channel: target.value.channel, ts: target.value.ts })
  },
}

export const getPermalink: Method = {
  token: 'bot',
  scopes: [],
  tier: 'unlimited',
  run: (world, args) => {
    const place = visibleChannel(world, args)
    if (place.status === 'refused') return place.answer
    const ts = textArg(args, 'message_ts')
    const target = messageAt(world, place.value, { ts })
    if (target.status === 'refused') return target.answer
    const { channel, threadTs } = target.value
    const thread = threadTs === undefined ? '' : `?thread_ts=${threadTs}&cid=${channel}`
    const link = `https://${world.identity.teamDomain}.slack.com/archives/${channel}/p${target.value.ts.replace('.', '')}`
    return granted({ channel, permalink: `${link}${thread}` })
  },
}

/** A message the bot itself wrote, in an open channel named by its id. */
function ownMessage(world: World, args: Args, error: string): Found<StoredMessage> {
  const channel = world.people.channel(textArg(args, 'channel') ?? '')
  if (!channel) return notFound('channel_not_found')
  if (channel.isArchived) return notFound('is_archived')
  const target = messageAt(world, channel, args)
  if (target.status === 'refused') return target
  return target.value.author.botId === world.identity.botId
    ? found(target.value)
    : { status: 'refused', answer: refused(error) }
}
