import type { AlertStatus } from '../domain/alert.ts'
import type { Scope } from '../domain/scope.ts'
import { beforeChange, suspectOf } from '../domain/fleet-change.ts'
import type { Speak } from '../domain/text.ts'
import { type Seconds, type UnixSeconds, earlier, hours, minutes, seconds, unixSeconds } from '../domain/time.ts'
import { baselinesOf, windowEnding } from '../domain/window.ts'
import { gather } from '../evidence/gather.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { queriesOf } from '../report/triage-result.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { decide } from '../triage/decide.ts'
import { attribute } from './attribute.ts'
import type { Cluster } from './cluster.ts'
import { type ChangesIn, changesKnown } from './known-changes.ts'
import { readClients } from './read-clients.ts'

/** What to read, and for whom. */
export interface ReadRequest {
  readonly id: string
  readonly status: AlertStatus | 'none'
  readonly alerts: readonly string[]
  readonly scope: Scope
  /** When the trouble was first seen; the window's start where nobody was paged. */
  readonly startsAt?: UnixSeconds
  readonly window: Seconds
  /** The voice of its conclusion. */
  readonly speak: Speak
}

export interface ReadOptions {
  readonly deadlineSeconds: Seconds
  /** The clock is read here, once for a whole triage. */
  readonly now: UnixSeconds
  /** What is known to have been done to the fleet within a time; nothing where nobody can be asked. */
  readonly changesIn?: ChangesIn
  /** Milliseconds from any fixed point, for how long it took. */
  readonly stopwatch: () => number
  /** Where the team keeps the printed runbook. */
  readonly runbookUrl?: string
}

/** How long before the trouble was seen a change may have been made that is its cause. */
const SUSPECTED = hours(1)

/** A window that holds four scrapes at the usual 15 s: rates need them. */
export const SHORTEST_WINDOW = minutes(1)

/** Gather and decide: one triage, from nothing to its diagnosis. Never rejects for want of evidence. */
export async function readCluster(cluster: Cluster, request: ReadRequest, options: ReadOptions): Promise<TriageResult> {
  const { id, status, alerts, scope, startsAt } = request
  const began = options.stopwatch()
  const window = windowEnding(options.now, request.window)
  const seen = startsAt ?? window.end
  const since = earlier(unixSeconds(Math.min(seen, window.start)), SUSPECTED)
  const { changes, reports } = await changesKnown(
    { changesIn: options.changesIn, grafana: cluster.grafana },
    { scope, time: { start: since, end: window.end }, seen, deadline: options.deadlineSeconds },
  )
  const spent = (options.stopwatch() - began) / 1000
  const suspect = suspectOf(changes, seen)
  const deadlineSeconds = seconds(options.deadlineSeconds - spent)
  const baselines = [
    ...baselinesOf(window, startsAt ?? window.start),
    ...(suspect === undefined ? [] : [beforeChange(suspect, window)]),
  ]
  const clientsTold = readClients(cluster.clientSources ?? [], {
    window,
    baselines,
    takenAt: options.now,
    deadlineSeconds,
  })
  const gathered = await gather({
    sources: cluster.sources,
    signals: SIGNALS,
    scope,
    window,
    baselines,
    changes,
    expectations: cluster.expectations,
    alerts,
    takenAt: options.now,
    deadlineSeconds,
  })
  const told = await clientsTold
  const left = options.deadlineSeconds - (options.stopwatch() - began) / 1000
  const attributed = await attribute(gathered, told, { ...cluster, deadlineSeconds: left })
  const evidence = { ...attributed, sources: [...attributed.sources, ...reports] }
  const diagnosis = decide(evidence, request.speak)
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
