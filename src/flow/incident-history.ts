import type { History } from '../domain/history.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Seconds, UnixSeconds } from '../domain/time.ts'
import type { EvidenceSource, HistoryRequest } from '../evidence/source.ts'
import type { Outcome } from '../evidence/sources/reader/backend.ts'
import { stepsOf } from '../evidence/sources/reader/history-steps.ts'
import { within } from '../lib/within.ts'

export interface HistoryWanted {
  readonly evidence: Evidence
  readonly until?: UnixSeconds
}

/**
 * How an incident came about, from the hour before it to the end of what was looked at, or to `until`: of the first
 * source that can tell. Never rejects and takes no longer than the deadline.
 */
export async function incidentHistory(
  sources: readonly EvidenceSource[],
  { evidence, until = evidence.window.end }: HistoryWanted,
  deadline: Seconds,
): Promise<Outcome<History>> {
  const { scope, window, baselines } = evidence
  const start = baselines.find(({ name }) => name === 'hour_before')?.start ?? window.start
  const times = stepsOf({ start, end: until })
  return within(deadline * 1000, [], (signal) =>
    Promise.race([firstOf(sources, { scope, times, deadline: signal }), overdue(signal)]),
  )
}

async function firstOf(sources: readonly EvidenceSource[], request: HistoryRequest): Promise<Outcome<History>> {
  let failed: Outcome<History> = { status: 'failed', reason: 'not_configured', detail: 'no source keeps a history' }
  for (const { history } of sources) {
    if (history === undefined) continue
    const outcome = await history(request).catch(ownFault)
    if (outcome.status === 'ok') return outcome
    failed = outcome
  }
  return failed
}

function ownFault(): Outcome<History> {
  return { status: 'failed', reason: 'bad_answer', detail: 'the history was read wrongly: this is a fault of whyslow' }
}

function overdue(signal: AbortSignal): Promise<Outcome<History>> {
  const late = { status: 'failed', reason: 'timeout', detail: 'the history did not come before the deadline' } as const
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(late), { once: true })
  })
}
