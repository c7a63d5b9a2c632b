import { refused, granted } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import { flagArg, textArg } from '../web/arguments.ts'
import type { Args } from '../web/arguments.ts'
import { botAuthor, whole } from '../web/chat-post.ts'
import { merged } from '../web/chat-change.ts'
import { readContent } from '../web/content.ts'
import type { Origin } from '../workspace/model.ts'
import type { ResponseTarget } from '../workspace/response-urls.ts'
import type { World } from '../workspace/world.ts'

/** Longest text of an answer; the size of its blocks together is not limited, unlike that of a post (bolt-js 2867). */
const LIMITS = { characters: 40_000, isSizeLimited: false } as const

type Response = { readonly target: ResponseTarget; readonly args: Args; readonly origin: Origin }

/** Carries out what a bot answers to something a person did. It may do so in channels it is not in. */
export function respond(world: World, { target, args, origin }: Response): Answer {
  const original = target.messageTs === undefined ? undefined : world.messages.find(target.channel, target.messageTs)
  if (flagArg(args, 'delete_original')) {
    if (!original || original.isDeleted) return refused('message_not_found')
    world.messages.remove(original)
    return granted()
  }
  const type = textArg(args, 'response_type') ?? 'ephemeral'
  if (type !== 'ephemeral' && type !== 'in_channel') return refused('invalid_response_type')
  const read = readContent(world, args, LIMITS)
  if (read.status === 'refused') return read.answer
  if (flagArg(args, 'replace_original')) {
    if (!original || original.isDeleted) return refused('message_not_found')
    world.messages.edit(original, merged(original, read.content), undefined)
    return granted()
  }
  world.messages.post({
    ...whole(read.content),
    channel: target.channel,
    author: botAuthor(world),
    audience: type === 'in_channel' ? { kind: 'channel' } : { kind: 'ephemeral', userId: target.userId },
    origin,
    threadTs: textArg(args, 'thread_ts'),
  })
  return granted()
}
