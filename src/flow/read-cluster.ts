import type { AlertStatus } from '../domain/alert.ts'
import type { Scope } from '../domain/scope.ts'
import { minutes, type Seconds, type UnixSeconds } from '../domain/time.ts'
import { baselinesOf, windowEnding } from '../domain/window.ts'
import { gather } from '../evidence/gather.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { queriesOf } from '../report/triage-result.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { decide } from '../triage/decide.ts'
import type { Cluster } from './cluster.ts'

/** What to read, and for whom. */
export interface ReadRequest {
  readonly id: string
  readonly status: AlertStatus | 'none'
  readonly alerts: readonly string[]
  readonly scope: Scope
  /** When the trouble was first seen; the window's start where nobody was paged. */
  readonly startsAt?: UnixSeconds
  readonly window: Seconds
}

export interface ReadOptions {
  readonly deadlineSeconds: Seconds
  /** The clock is read here, once for a whole triage. */
  readonly now: UnixSeconds
  /** Milliseconds from any fixed point, for how long it took. */
  readonly stopwatch: () => number
  /** Where the team keeps the printed runbook. */
  readonly runbookUrl?: string
}

/** A window that holds four scrapes at the usual 15 s: rates need them. */
export const SHORTEST_WINDOW = minutes(1)

/** Gather and decide: one triage, from nothing to its diagnosis. Never rejects for want of evidence. */
export async function readCluster(cluster: Cluster, request: ReadRequest, options: ReadOptions): Promise<TriageResult> {
  const { id, status, alerts, scope, startsAt } = request
  const began = options.stopwatch()
  const window = windowEnding(options.now, request.window)
  const evidence = await gather({
    sources: cluster.sources,
    signals: SIGNALS,
    scope,
    window,
    baselines: baselinesOf(window, startsAt ?? window.start),
    expectations: cluster.expectations,
    alerts,
    takenAt: options.now,
    deadlineSeconds: options.deadlineSeconds,
  })
  const diagnosis = decide(evidence)
  const incident = { id, status, alerts, ...(startsAt === undefined ? {} : { startsAt }) }
  const { runbookUrl } = options
  return {
    incident,
    evidence,
    diagnosis,
    tookMs: options.stopwatch() - began,
    queries: queriesOf(evidence),
    ...(runbookUrl === undefined ? {} : { runbookUrl }),
  }
}
