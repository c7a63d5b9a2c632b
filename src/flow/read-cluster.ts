import type { AlertStatus } from '../domain/alert.ts'
import type { SourceReport } from '../domain/evidence.ts'
import type { Scope } from '../domain/scope.ts'
import { type FleetChange, beforeChange, suspectOf } from '../domain/fleet-change.ts'
import { type Seconds, type UnixSeconds, earlier, hours, minutes, unixSeconds } from '../domain/time.ts'
import { type Window, baselinesOf, windowEnding } from '../domain/window.ts'
import { gather } from '../evidence/gather.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { queriesOf } from '../report/triage-result.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { decide } from '../triage/decide.ts'
import { GrafanaError } from '../evidence/changes/open-grafana.ts'
import { PrometheusConfigError } from '../evidence/sources/prometheus/config.ts'
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
  /** What is known to have been done to the fleet within a time; nothing where nobody can be asked. */
  readonly changesIn?: ChangesIn
  /** Milliseconds from any fixed point, for how long it took. */
  readonly stopwatch: () => number
  /** Where the team keeps the printed runbook. */
  readonly runbookUrl?: string
}

export type ChangesIn = (scope: Scope, within: Window) => Promise<readonly FleetChange[]>

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
  const { changes, failure } = await changesKnown({ changesIn: options.changesIn, grafana: cluster.grafana }, scope, {
    start: since,
    end: window.end,
  })
  const suspect = suspectOf(changes, seen)
  const gathered = await gather({
    sources: cluster.sources,
    signals: SIGNALS,
    scope,
    window,
    baselines: [
      ...baselinesOf(window, startsAt ?? window.start),
      ...(suspect === undefined ? [] : [beforeChange(suspect, window)]),
    ],
    changes,
    expectations: cluster.expectations,
    alerts,
    takenAt: options.now,
    deadlineSeconds: options.deadlineSeconds,
  })
  const evidence = { ...gathered, sources: [...gathered.sources, ...failure] }
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

interface TellersOfChanges {
  readonly changesIn: ChangesIn | undefined
  readonly grafana: Cluster['grafana'] | undefined
}

/** Without them a triage is the poorer, and not lost. */
async function changesKnown(
  { changesIn, grafana }: TellersOfChanges,
  scope: Scope,
  within: Window,
): Promise<KnownChanges> {
  const told = await Promise.all([
    known('changes', () => changesIn?.(scope, within) ?? []),
    known('grafana', () => grafana?.changesIn(within) ?? []),
  ])
  return {
    changes: told.flatMap(({ changes }) => changes).toSorted((one, other) => one.at - other.at),
    failure: told.flatMap(({ failure }) => failure),
  }
}

interface KnownChanges {
  readonly changes: readonly FleetChange[]
  readonly failure: readonly SourceReport[]
}

async function known(
  source: string,
  ask: () => readonly FleetChange[] | Promise<readonly FleetChange[]>,
): Promise<KnownChanges> {
  try {
    return { changes: await ask(), failure: [] }
  } catch (error) {
    const why = error instanceof GrafanaError || error instanceof PrometheusConfigError ? `: ${error.message}` : ''
    const notes = [`what was done to the fleet could not be read${why}`]
    return { changes: [], failure: [{ source, status: 'failed', queries: 0, notes }] }
  }
}
