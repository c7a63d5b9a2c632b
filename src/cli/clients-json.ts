import type { ClientCounts, ClientUse } from '../domain/clients.ts'
import { toIso } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import { escapeForTerminal } from '../report/to-json.ts'
import { type ClientsResult, shareOf, tokensOf } from './clients-result.ts'

/** Names the contract; another shape is another version. */
const SCHEMA = 'whyslow/clients/v1'

/** Who sent what, for programs. */
export function toClientsJson(result: ClientsResult): string {
  const { reading, by, isTimed, lines, notes, top, more } = result
  const { total, unattributed } = reading
  const missing = shareOf(unattributed.now, total.now, by)
  const json = {
    schema: SCHEMA,
    source: reading.source,
    identity: reading.identity,
    by,
    coverage: missing === undefined ? null : rounded(1 - missing),
    window: isTimed ? spanJson(reading.window) : null,
    baseline: reading.baseline === undefined ? null : spanJson(reading.baseline),
    lines: {
      total: lines.total,
      requests: lines.accessLines,
      inference: lines.requests,
      unparsed: lines.broken + lines.unknown,
      other: lines.other,
      format: reading.lines?.formats[0] ?? null,
      formats: reading.lines?.formats ?? [],
    },
    total: countsJson(total.now),
    baseline_total: total.before === undefined ? null : countsJson(total.before),
    unattributed: countsJson(unattributed.now),
    top: top.map((use) => useJson(use, result)),
    more: more === undefined ? null : { clients: more.clients ?? null, requests: more.requests },
    overcount_at_most: reading.overcountAtMost ?? 0,
    failed_after: (reading.failedAfter ?? []).map(({ seconds, requests }) => ({ seconds: rounded(seconds), requests })),
    partial: reading.isPartial,
    notes,
  }
  return `${escapeForTerminal(JSON.stringify(json, undefined, 2))}\n`
}

function useJson({ client, now, before, byMinute }: ClientUse, { reading, by }: ClientsResult): object {
  const share = shareOf(now, reading.total.now, by)
  const { before: totalBefore } = reading.total
  const baseline = before === undefined || totalBefore === undefined ? undefined : shareOf(before, totalBefore, by)
  return {
    client,
    ...countsJson(now),
    share: share === undefined ? null : rounded(share),
    baseline_share: baseline === undefined ? null : rounded(baseline),
    baseline_requests: before?.requests ?? null,
    upstreams: now.upstreams ?? null,
    by_minute: byMinute ?? null,
  }
}

/** Null is what the lines do not tell. */
function countsJson(counts: ClientCounts): object {
  return {
    requests: counts.requests,
    failures: counts.failures ?? null,
    tokens: tokensOf(counts) ?? null,
    prompt_tokens: counts.promptTokens ?? null,
    output_tokens: counts.outputTokens ?? null,
    request_bytes: counts.requestBytes ?? null,
    busy_seconds: counts.busySeconds === undefined ? null : rounded(counts.busySeconds),
    attempts: counts.attempts ?? null,
  }
}

function spanJson({ start, end }: Window): object {
  return { start: toIso(start), end: toIso(end) }
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
