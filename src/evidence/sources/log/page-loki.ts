import type { AbsentReason } from '../../../domain/reading.ts'
import type { UnixSeconds } from '../../../domain/time.ts'
import { OF_CLIENTS, WORTH_READING } from '../../../vllm-log/line-filter.ts'
import type { Api } from '../../../lib/http-api.ts'
import { type LokiEntry, parseStreams } from './parse-streams.ts'

export interface LokiPages {
  /** The newest first. */
  readonly entries: LokiEntry[]
  queries: number
  /** The store has more since `from` than was read. */
  isCut: boolean
  failure?: { readonly reason: AbsentReason; readonly detail: string }
}

export interface PageRequest {
  readonly query: string
  readonly from: UnixSeconds
  readonly end: UnixSeconds
  readonly deadline: AbortSignal
  /** What is read so far stands here at any time. */
  readonly pages: LokiPages
}

/** Loki refuses to give more at once unless it is told otherwise (`max_entries_limit_per_query`). */
export const PAGE_LINES = 5000
/** An hour of fifty engines, which is read in a moment. */
const MOST_PAGES = 4
const MOST_CHARACTERS = 32 * 1024 * 1024

/** Reads lines page by page, the newest first, until all are there or enough is. */
export async function pageLoki(api: Pick<Api, 'get'>, request: PageRequest): Promise<void> {
  const { query, from, deadline, pages } = request
  const start = nanoseconds(from)
  let end = nanoseconds(request.end)
  let characters = 0
  let seen: ReadonlySet<string> = new Set()
  while (!deadline.aborted && end > start) {
    if (pages.queries >= MOST_PAGES || characters > MOST_CHARACTERS) {
      pages.isCut = true
      return
    }
    pages.queries++
    const answer = await api.get('/loki/api/v1/query_range', formOf(query, start, end))
    const entries = answer.status === 'ok' ? parseStreams(answer.value.data) : undefined
    if (entries === undefined) {
      pages.failure =
        answer.status === 'failed'
          ? { reason: answer.reason, detail: answer.detail ?? answer.reason }
          : { reason: 'bad_answer', detail: 'answered something that is not lines of a log' }
      return
    }
    const fresh = entries.filter((entry) => !seen.has(keyOf(entry)))
    for (const entry of fresh.toSorted((one, other) => Number(other.at - one.at))) pages.entries.push(entry)
    characters += fresh.reduce((sum, { line }) => sum + line.length, 0)
    if (entries.length < PAGE_LINES) return
    const oldest = entries.reduce((least, { at }) => (at < least ? at : least), end)
    seen = new Set(entries.filter(({ at }) => at === oldest).map(keyOf))
    // The end is not part of a page, so those of the oldest moment come again. Of a moment with more no page shows the rest.
    if (oldest + 1n >= end) pages.isCut = true
    end = oldest + 1n < end ? oldest + 1n : oldest
  }
}

function nanoseconds(at: UnixSeconds): bigint {
  return BigInt(Math.round(at * 1000)) * 1_000_000n
}

function formOf(query: string, start: bigint, end: bigint): URLSearchParams {
  return new URLSearchParams({
    query: `${query} !~ \`${OF_CLIENTS}\` |~ \`${WORTH_READING}\``,
    start: String(start),
    end: String(end),
    limit: String(PAGE_LINES),
    direction: 'backward',
  })
}

function keyOf({ labels, at, line }: LokiEntry): string {
  return JSON.stringify([String(at), labels, line])
}
