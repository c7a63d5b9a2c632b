import { isRecord } from '../lib/is-record.ts'
import type { WebClient } from '@slack/web-api'
import { WhyslowError } from '../lib/errors.ts'
import { readFailure } from './call-failure.ts'

/** What each of our posts carries, unseen, so that it can be told apart later. Any app in the channel may read it. */
export function postMetadata(key: string): Readonly<Record<string, unknown>> {
  return { event_type: EVENT_TYPE, event_payload: { key } }
}

interface Wanted {
  readonly channel: string
  readonly threadTs?: string
  readonly key: string
}

interface Page {
  readonly messages: readonly unknown[]
  readonly next: string
}

const EVENT_TYPE = 'whyslow_post'
const PAGE_SIZE = 100
/** A channel's newest page holds what was posted a moment ago; a thread is read from its start, so it may take more. */
const MOST_PAGES_OF_THREAD = 10

/** The ts of the message that carries `key`. Rejects with a clear error when Slack does not let us look. */
export async function findPost(client: WebClient, wanted: Wanted): Promise<string | undefined> {
  const mostPages = wanted.threadTs === undefined ? 1 : MOST_PAGES_OF_THREAD
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { messages, next } = await readPage(client, wanted, cursor)
    const found = messages.map((message) => tsWhenKey(message, wanted.key)).find((ts) => ts !== undefined)
    if (found !== undefined || next === '') return found
    cursor = next
  }
  return undefined
}

async function readPage(client: WebClient, wanted: Wanted, cursor: string | undefined): Promise<Page> {
  const { channel, threadTs } = wanted
  const method = threadTs === undefined ? 'conversations.history' : 'conversations.replies'
  try {
    const answer = await client.apiCall(method, {
      channel,
      ...(threadTs !== undefined && { ts: threadTs }),
      ...(cursor !== undefined && { cursor }),
      limit: PAGE_SIZE,
      include_all_metadata: true,
    })
    const messages: unknown = 'messages' in answer ? answer.messages : undefined
    return { messages: Array.isArray(messages) ? messages : [], next: answer.response_metadata?.next_cursor ?? '' }
  } catch (error) {
    const failure = readFailure(error)
    const retryable = failure.status === 'retry'
    throw new WhyslowError('slack_unreadable', `can't look into ${channel} of Slack: ${failure.reason}`, {
      retryable,
      cause: error,
    })
  }
}

function tsWhenKey(message: unknown, key: string): string | undefined {
  if (!isRecord(message)) return undefined
  const { ts, metadata } = message
  if (typeof ts !== 'string' || !isRecord(metadata) || metadata['event_type'] !== EVENT_TYPE) return undefined
  const payload = metadata['event_payload']
  return isRecord(payload) && payload['key'] === key ? ts : undefined
}
