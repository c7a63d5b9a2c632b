import type { AlertGroup } from '../domain/alert.ts'
import type { Evidence } from '../domain/evidence.ts'
import { inEnglish } from '../domain/text.ts'
import { type Seconds, type UnixSeconds, seconds, toIso, unixSeconds } from '../domain/time.ts'
import type { EvidenceSource } from '../evidence/source.ts'
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
import { UsageError } from './usage-error.ts'

/** What more can be asked while a triage is shown; no source where it was decided on a file. */
export interface Readable {
  readonly sources: readonly EvidenceSource[]
  readonly deadlineSeconds: Seconds
}

export type Show = (result: TriageResult, readable: Readable) => Promise<void>

/**
 * One triage as the options have it, from evidence gathered now or saved before; shown while its sources are open.
 *
 * @throws UsageError
 */
export async function runTriage(options: TriageOptions, io: CliIo, show: Show): Promise<TriageResult> {
  if (options.evidence !== undefined && options.chart !== undefined) throw new UsageError(NO_HISTORY)
  const now = unixSeconds(io.now() / 1000)
  const alerts = options.alert === undefined ? undefined : await readAlerts(options.alert, now)
  if (options.evidence === undefined) return readNow(options, { alerts, now, show })
  const result = decideAgain(await readEvidence(options.evidence, now), alerts)
  await show(result, { sources: [], deadlineSeconds: seconds(0) })
  return result
}

const NO_HISTORY =
  '--chart cannot be drawn from --evidence, which holds one number a signal and no history; give it when the evidence is gathered, beside --save-evidence'

interface Asked {
  readonly alerts: AlertGroup | undefined
  readonly now: UnixSeconds
  readonly show: Show
}

async function readNow(options: TriageOptions, { alerts, now, show }: Asked): Promise<TriageResult> {
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
      speak: inEnglish,
      ...(startsAt === undefined ? {} : { startsAt }),
    }
    const result = await readCluster(cluster, request, {
      deadlineSeconds,
      now: end,
      stopwatch: () => performance.now(),
      ...links,
    })
    await show(result, { sources: cluster.sources, deadlineSeconds })
    return result
  } finally {
    await cluster.close()
  }
}

/** Evidence from a file decides as it did then; alerts given beside it only name and date the incident. */
function decideAgain(evidence: Evidence, alerts: AlertGroup | undefined): TriageResult {
  const began = performance.now()
  const diagnosis = decide(evidence, inEnglish)
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
