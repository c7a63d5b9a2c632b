import type { Evidence, Expectations, SourceReport } from '../domain/evidence.ts'
import type { FleetChange } from '../domain/fleet-change.ts'
import type { Reading } from '../domain/reading.ts'
import type { Scope } from '../domain/scope.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Baseline, Window } from '../domain/window.ts'
import type { Signal } from '../signals/signal.ts'
import { type CrossCheck, crossCheck } from './cross-check.ts'
import { type Witness, mergeReadings } from './merge-readings.ts'
import { settleLogs } from './settle-logs.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from './source.ts'

export interface GatherOptions {
  readonly sources: readonly EvidenceSource[]
  readonly signals: readonly Signal[]
  readonly scope: Scope
  readonly window: Window
  readonly baselines: readonly Baseline[]
  readonly expectations: Expectations
  /** Names of the alerts that are firing. */
  readonly alerts: readonly string[]
  /** What is known to have been done to the fleet; nothing unless stated. */
  readonly changes?: readonly FleetChange[]
  readonly takenAt: UnixSeconds
  /** 5 unless stated. */
  readonly deadlineSeconds?: number
}

const DEFAULT_DEADLINE_SECONDS = 5
/** Time for a source to hand over what it had when the deadline struck, before it is given up. */
const GRACE_MILLISECONDS = 100

/**
 * Asks all sources at once and puts their readings together: one that is present beats one that is absent, and the
 * first source wins a tie. Never rejects, and takes no longer than the deadline: what is missing by then is absent.
 */
export async function gather(options: GatherOptions): Promise<Evidence> {
  const { sources, signals, scope, window, baselines, expectations, alerts, changes = [], takenAt } = options
  const deadlineMilliseconds = (options.deadlineSeconds ?? DEFAULT_DEADLINE_SECONDS) * 1000
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMilliseconds)
  const request = { scope, window, baselines, signals, deadline: deadline.signal }
  const answers = await Promise.all(
    sources.map((source) => askWithin(source, request, deadlineMilliseconds + GRACE_MILLISECONDS)),
  )
  clearTimeout(timer)
  const witnesses = answers.flatMap(({ readings, report }) =>
    readings.map((reading): ReportWitness => ({ source: report.source, reading, report })),
  )
  const merged = signals.flatMap(
    ({ id }) => mergeReadings(witnesses.filter(({ reading }) => reading.signal === id)) ?? [],
  )
  const contradictions = merged.flatMap((one) => one.contradictions)
  const checks = answers.flatMap((other, index) =>
    answers.slice(0, index).map((first) => ({ by: other.report, ...crossCheck(signals, { window, first, other }) })),
  )
  return settleLogs({
    scope,
    takenAt,
    window,
    baselines,
    expectations,
    alerts,
    changes,
    readings: Object.fromEntries(merged.map(({ reading }) => [reading.signal, marked(reading, checks)])),
    sources: answers.map(({ report }) => {
      const own = contradictions.filter(({ by }) => by.report === report).map(({ note }) => note)
      const checked = checks.filter(({ by }) => by === report).flatMap(({ notes }) => notes)
      return { ...report, notes: [...report.notes, ...checked, ...own] }
    }),
  })
}

function marked(reading: Reading, checks: readonly CrossCheck[]): Reading {
  const isContradicted = checks.some(({ contradicted }) => contradicted.has(reading.signal))
  return isContradicted && reading.status === 'present' ? { ...reading, isContradicted } : reading
}

interface ReportWitness extends Witness {
  readonly report: SourceReport
}

/** The source's answer, or its failure as one: a source may ignore the deadline or break. */
function askWithin(source: EvidenceSource, request: GatherRequest, milliseconds: number): Promise<SourceAnswer> {
  return new Promise((resolve) => {
    const overdue = setTimeout(() => resolve(failure(source, request, 'timeout')), milliseconds)
    const settle = (answer: SourceAnswer): void => {
      clearTimeout(overdue)
      resolve(answer)
    }
    ask(source, request).then(settle, () => settle(failure(source, request, 'bad_answer')))
  })
}

/** As a promise also where the source throws at once. */
async function ask(source: EvidenceSource, request: GatherRequest): Promise<SourceAnswer> {
  return source.gather(request)
}

const FAILURE_NOTES = {
  timeout: 'gave no answer before the deadline',
  bad_answer: 'failed in a way it should not: this is a fault of whyslow',
} as const

function failure(
  { name }: EvidenceSource,
  { signals }: GatherRequest,
  reason: keyof typeof FAILURE_NOTES,
): SourceAnswer {
  const detail = FAILURE_NOTES[reason]
  return {
    readings: signals.map(({ id }) => ({ status: 'absent', signal: id, reason, detail })),
    report: { source: name, status: 'failed', queries: 0, notes: [detail] },
  }
}
