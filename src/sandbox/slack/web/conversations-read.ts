import type { JsonObject } from '../json.ts'
import type { StoredMessage } from '../workspace/model.ts'
import { isReply, repliesTo } from '../workspace/threads.ts'
import { messageToWire } from '../workspace/wire.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused } from './answer.ts'
import type { Answer } from './answer.ts'
import { flagArg, numberArg, textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import type { Method } from './method.ts'
import { page } from './page.ts'
import { found, notFound, visibleChannel } from './place.ts'
import type { Found } from './place.ts'

/** The newest messages first, threads not unfolded. */
export const history = reading((messages, args) =>
  messages
    .filter((message) => !isReply(message) || message.isBroadcast)
    .toReversed()
    .filter((message) => isInRange(message, args)),
)

/** One thread, the oldest message first, its start included. */
export const replies = reading((messages, args) => {
  const asked = messages.find(({ ts }) => ts === textArg(args, 'ts'))
  const parent = messages.find(({ ts }) => ts === (asked?.threadTs ?? asked?.ts))
  return parent && [parent, ...repliesTo(parent.ts, messages).filter((message) => isInRange(message, args))]
})

type Choose = (messages: readonly StoredMessage[], args: Args) => readonly StoredMessage[] | undefined

/** A method that shows some of a channel's messages; nothing to choose from is a thread that is not there. */
function reading(choose: Choose): Method {
  return {
    token: 'bot',
    scopes: ['channels:history'],
    tier: 'tier3',
    run: (world, args) => {
      const readable = readableMessages(world, args)
      if (readable.status === 'refused') return readable.answer
      const chosen = choose(readable.value, args)
      return chosen ? answerWith(world, args, chosen) : refused('thread_not_found')
    },
  }
}

function readableMessages(world: World, args: Args): Found<readonly StoredMessage[]> {
  const place = visibleChannel(world, args)
  if (place.status === 'refused') return place
  if (!place.value.members.includes(world.identity.botUserId)) return notFound('not_in_channel')
  const all = world.messages.in(place.value.id)
  return found(all.filter((message) => message.audience.kind === 'channel' && isStillThere(message, all)))
}

function isStillThere(message: StoredMessage, all: readonly StoredMessage[]): boolean {
  return !message.isDeleted || repliesTo(message.ts, all).length > 0
}

function isInRange({ ts }: StoredMessage, args: Args): boolean {
  const oldest = textArg(args, 'oldest')
  const latest = textArg(args, 'latest')
  const isEdge = flagArg(args, 'inclusive') && (sameTime(ts, oldest) || sameTime(ts, latest))
  return isEdge || ((oldest === undefined || later(ts, oldest)) && (latest === undefined || later(latest, ts)))
}

function sameTime(ts: string, edge: string | undefined): boolean {
  return edge !== undefined && micros(ts) === micros(edge)
}

function later(one: string, other: string): boolean {
  return micros(one) > micros(other)
}

/** Digits enough to compare two timestamps without losing their last ones. */
function micros(ts: string): bigint {
  const [whole = '0', part = ''] = ts.split('.')
  return BigInt(whole.replaceAll(/\D/g, '') || '0') * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6) || '0')
}

function answerWith(world: World, args: Args, messages: readonly StoredMessage[]): Answer {
  const cut = page(messages, textArg(args, 'cursor'), numberArg(args, 'limit') ?? 100)
  if (!cut) return refused('invalid_cursor')
  const isMetadataAsked = flagArg(args, 'include_all_metadata')
  return granted({
    messages: cut.items.map((message) => withMetadata(world, message, isMetadataAsked)),
    has_more: cut.next !== '',
    response_metadata: { next_cursor: cut.next },
  })
}

function withMetadata(world: World, message: StoredMessage, isAsked: boolean): JsonObject {
  const below = repliesTo(message.ts, world.messages.in(message.channel))
  const wire = messageToWire(message, world.identity, below)
  if (!message.metadata || message.isDeleted) return wire
  return { ...wire, metadata: isAsked ? message.metadata : { event_type: message.metadata['event_type'] } }
}
