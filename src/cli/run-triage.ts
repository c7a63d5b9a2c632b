import type { AlertGroup } from '../domain/alert.ts'
import type { Evidence } from '../domain/evidence.ts'
import { type UnixSeconds, toIso, unixSeconds } from '../domain/time.ts'
import { type ReadRequest, readCluster } from '../flow/read-cluster.ts'
import { type TriageResult, queriesOf } from '../report/triage-result.ts'
import { decide } from '../triage/decide.ts'
import type { CliIo } from './io.ts'
import { parseTime } from './parse-time.ts'
import { parseWindow } from './parse-window.ts'
import { namesOfAlerts, readAlerts } from './read-alerts.ts'
import { readEvidence } from './read-evidence.ts'
import { endOf, startOf } from './triage-clock.ts'
import type { TriageOptions } from './triage-options.ts'
import { openTarget } from './triage-target.ts'

/** One triage as the options have it, from evidence gathered now or saved before. */
export async function runTriage(options: TriageOptions, io: CliIo): Promise<TriageResult> {
  const now = unixSeconds(io.now() / 1000)
  const alerts = options.alert === undefined ? undefined : await readAlerts(options.alert, now)
  return options.evidence === undefined
    ? readNow(options, alerts, now)
    : decideAgain(await readEvidence(options.evidence, now), alerts)
}

async function readNow(
  options: TriageOptions,
  alerts: AlertGroup | undefined,
  now: UnixSeconds,
): Promise<TriageResult> {
  const at = options.at === undefined ? undefined : parseTime(options.at, '--at')
  const window = options.window === undefined ? undefined : parseWindow(options.window, '--window')
  const { cluster, scope, length, deadlineSeconds, readableUntil, ...links } = await openTarget({
    options,
    alerts,
    now,
  })
  try {
    const end = at ?? endOf(alerts) ?? readableUntil
    const startsAt = startOf(alerts)
    const request: ReadRequest = {
      id: idAt(end),
      status: alerts?.status ?? 'none',
      alerts: alerts === undefined ? [] : namesOfAlerts(alerts),
      scope,
      window: window ?? length,
      ...(startsAt === undefined ? {} : { startsAt }),
    }
    return await readCluster(cluster, request, {
      deadlineSeconds,
      now: end,
      stopwatch: () => performance.now(),
      ...links,
    })
  } finally {
    await cluster.close()
  }
}

/** Evidence from a file decides as it did then; alerts given beside it only name and date the incident. */
function decideAgain(evidence: Evidence, alerts: AlertGroup | undefined): TriageResult {
  const began = performance.now()
  const diagnosis = decide(evidence)
  const startsAt = startOf(alerts)
  return {
    incident: {
      id: idAt(evidence.window.end),
      status: alerts?.status ?? (evidence.alerts.length === 0 ? 'none' : 'firing'),
      alerts: alerts === undefined ? evidence.alerts : namesOfAlerts(alerts),
      ...(startsAt === undefined ? {} : { startsAt }),
    },
    evidence,
    diagnosis,
    tookMs: performance.now() - began,
    queries: queriesOf(evidence),
  }
}

function idAt(end: UnixSeconds): string {
  return `triage-${toIso(end)}`
}
