import type { WebClient } from '@slack/web-api'
import type { PostSender, SendOutcome, SlackMessage } from '../domain/post.ts'
import type { Logger } from '../lib/logger.ts'
import { complaintsOf, readFailure } from './call-failure.ts'
import type { CallFailure } from './call-failure.ts'
import { findPost, postMetadata } from './find-post.ts'

interface Ends {
  readonly client: WebClient
  readonly log: Logger
}

/** One call of chat.postMessage or chat.update, but for the message itself. */
interface Call {
  readonly method: 'chat.postMessage' | 'chat.update'
  readonly args: Readonly<Record<string, unknown>>
}

/** Text from outside may mention nobody and unfold no link, whatever it says. */
const PLAIN = { parse: 'none', link_names: false, unfurl_links: false, unfurl_media: false } as const

/** Slack takes none of a message with one bad block; the text alone still says the conclusion. */
const BAD_LAYOUT = new Set([
  'invalid_attachments',
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
])

/** Gives the outbox its way to Slack. `client` must not retry by itself: the outbox does, and knows when it may. */
export function createPostSender(ends: Ends): PostSender {
  return {
    post: ({ channel, threadTs, key, message }) => {
      const thread = threadTs === undefined ? {} : { thread_ts: threadTs }
      const args = { channel, ...thread, metadata: postMetadata(key), ...PLAIN }
      return send(ends, { method: 'chat.postMessage', args }, message)
    },
    update: ({ channel, ts, message }) => {
      const args = { channel, ts, parse: PLAIN.parse, link_names: PLAIN.link_names }
      return send(ends, { method: 'chat.update', args }, message)
    },
    find: (options) => findPost(ends.client, options),
  }
}

async function send({ client, log }: Ends, call: Call, message: SlackMessage): Promise<SendOutcome> {
  try {
    return await attempt(client, call, message)
  } catch (error) {
    const failure = readFailure(error)
    if (failure.status !== 'refused' || !BAD_LAYOUT.has(failure.code)) return outcomeOf(failure)
    const { channel } = call.args
    log.warn(
      { method: call.method, channel, reason: failure.code, complaints: complaintsOf(error) },
      'Slack did not take the layout; sending the text alone',
    )
  }
  try {
    return await attempt(client, call, { text: shorten(message.text), blocks: [] })
  } catch (error) {
    return outcomeOf(readFailure(error))
  }
}

async function attempt(
  client: WebClient,
  { method, args }: Call,
  { text, blocks }: SlackMessage,
): Promise<SendOutcome> {
  // An edit without `blocks` would leave it to Slack what becomes of the old ones; an empty list takes them away.
  const answer = await client.apiCall(method, { ...args, text, blocks })
  if ('ts' in answer && typeof answer.ts === 'string') return { status: 'sent', ts: answer.ts }
  return { status: 'retry', afterSeconds: 1, reason: 'Slack answered without a ts', uncertain: true }
}

/** What a person mends, after which the same message is taken: it waits for that, and is not given up. */
const MENDABLE: ReadonlySet<string> = new Set([
  'account_inactive',
  'channel_is_archived',
  'channel_not_found',
  'invalid_auth',
  'is_archived',
  'missing_scope',
  'not_allowed_token_type',
  'not_authed',
  'not_in_channel',
  'restricted_action',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
])

/** Between two tries of what waits for a person. */
const MENDED_AFTER_SECONDS = 30

function outcomeOf(failure: CallFailure): SendOutcome {
  if (failure.status === 'retry') return failure
  const { reason, code } = failure
  if (!MENDABLE.has(code)) return { status: 'refused', reason }
  return { status: 'retry', afterSeconds: MENDED_AFTER_SECONDS, reason, uncertain: false }
}

/** Slack advises 4,000 characters of text (docs.slack.dev, chat.postMessage, truncating content). */
const LONGEST_TEXT = 4000

/** Cuts escaped text, but never inside an entity, a link or a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  const cut = text.slice(0, LONGEST_TEXT - 1)
  return `${cut.replace(/&\w*$|<[^>]*$|[\uD800-\uDBFF]$/, '')}…`
}
