import { writeFile } from 'node:fs/promises'
import type { AlertGroup } from '../domain/alert.ts'
import type { Evidence } from '../domain/evidence.ts'
import { toIso, unixSeconds, type UnixSeconds } from '../domain/time.ts'
import { gather } from '../evidence/gather.ts'
import { type TriageResult, queriesOf } from '../report/triage-result.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { decide } from '../triage/decide.ts'
import { parseEvidence, stringifyEvidence } from './evidence-file.ts'
import type { CliIo } from './io.ts'
import { parseWindow } from './parse-window.ts'
import { parseTime } from './parse-time.ts'
import { namesOfAlerts, readAlerts } from './read-alerts.ts'
import { fileProblem, readInput } from './read-input.ts'
import { clockOf } from './triage-clock.ts'
import type { TriageOptions } from './triage-options.ts'
import { openTarget } from './triage-target.ts'
import { UsageError } from './usage-error.ts'

/** One triage as the options have it, from evidence gathered now or saved before. */
export async function runTriage(options: TriageOptions, io: CliIo): Promise<TriageResult> {
  const now = unixSeconds(io.now() / 1000)
  const alerts = options.alert === undefined ? undefined : await readAlerts(options.alert, now)
  const { evidence, startsAt, gatherMs } = await evidenceFor(options, alerts, io)
  const began = performance.now()
  const diagnosis = decide(evidence)
  const tookMs = gatherMs + performance.now() - began
  if (options.saveEvidence !== undefined) await save(evidence, options.saveEvidence)
  return {
    incident: {
      id: `triage-${toIso(evidence.window.end)}`,
      status: statusOf(evidence, alerts),
      alerts: evidence.alerts,
      ...(startsAt === undefined ? {} : { startsAt }),
    },
    evidence,
    diagnosis,
    tookMs,
    queries: queriesOf(evidence),
  }
}

interface Gathered {
  readonly evidence: Evidence
  readonly startsAt: UnixSeconds | undefined
  readonly gatherMs: number
}

async function evidenceFor(options: TriageOptions, alerts: AlertGroup | undefined, io: CliIo): Promise<Gathered> {
  if (options.evidence !== undefined) {
    const saved = parseEvidence(await readInput(options.evidence, '--evidence'), options.evidence)
    return { evidence: saved, startsAt: undefined, gatherMs: 0 }
  }
  const at = options.at === undefined ? undefined : parseTime(options.at, '--at')
  const stated = options.window === undefined ? undefined : parseWindow(options.window, '--window')
  const target = await openTarget({ options, alerts, now: unixSeconds(io.now() / 1000) })
  try {
    const { end, length } = target
    const { window, baselines, startsAt } = clockOf({ at, end, length: stated ?? length, alerts })
    const began = performance.now()
    const evidence = await gather({
      sources: target.sources,
      signals: SIGNALS,
      scope: target.scope,
      window,
      baselines,
      expectations: target.expectations,
      alerts: alerts === undefined ? [] : namesOfAlerts(alerts),
      takenAt: window.end,
      ...(target.deadlineSeconds === undefined ? {} : { deadlineSeconds: target.deadlineSeconds }),
    })
    return { evidence, startsAt, gatherMs: performance.now() - began }
  } finally {
    await target.close()
  }
}

function statusOf(evidence: Evidence, alerts: AlertGroup | undefined): TriageResult['incident']['status'] {
  if (alerts !== undefined) return alerts.status
  return evidence.alerts.length === 0 ? 'none' : 'firing'
}

async function save(evidence: Evidence, path: string): Promise<void> {
  try {
    await writeFile(path, stringifyEvidence(evidence))
  } catch (error) {
    throw new UsageError(`--save-evidence ${path} cannot be written: ${fileProblem(error)}`, error)
  }
}
