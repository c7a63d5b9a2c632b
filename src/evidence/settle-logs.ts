import { type Evidence, readingOf } from '../domain/evidence.ts'
import { formatQuantity } from '../domain/quantity.ts'
import { type PresentReading, type Reading, valueOf } from '../domain/reading.ts'
import { english } from '../domain/text.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { loggedGeneration, loggedKvUsage, loggedRunning } from '../signals/log.ts'
import { up } from '../signals/scrape.ts'
import type { Signal } from '../signals/signal.ts'
import { kvPeak, runningMost, runningRequests } from '../signals/vllm/scheduler.ts'
import { recentGeneration } from '../signals/vllm/traffic.ts'
import { matchLogs } from './match-logs.ts'

const LOG_SIGNALS = SIGNALS.filter(({ exposer }) => exposer === 'log').map(({ id }) => id)

/** Gives logs the names of the fleet's instances, and says where a log and the metrics of an instance contradict each other. */
export function settleLogs(evidence: Evidence): Evidence {
  const names = instancesIn(evidence, LOG_SIGNALS)
  if (names.length === 0) return evidence
  const { instances, notes } = matchLogs(names, instancesIn(evidence, [up.id, runningRequests.id]))
  const named = { ...evidence, readings: renamed(evidence.readings, instances) }
  const all = [...notes, ...contradictions(named)]
  const sources = named.sources.map((report) =>
    report.source === 'log' ? { ...report, notes: [...report.notes, ...all] } : report,
  )
  return { ...named, sources }
}

function instancesIn(evidence: Evidence, signals: readonly string[]): readonly string[] {
  const readings = signals.map((id) => readingOf(evidence, id))
  const keys = readings.flatMap((reading) => (reading.status === 'present' ? reading.rows.map(({ key }) => key) : []))
  return [...new Set(keys.map(({ instance }) => instance))].toSorted()
}

function renamed(readings: Evidence['readings'], instances: ReadonlyMap<string, string>): Evidence['readings'] {
  if (instances.size === 0) return readings
  const own = LOG_SIGNALS.flatMap((id) => {
    const reading = readings[id]
    return reading?.status === 'present' ? [[id, withNames(reading, instances)] as const] : []
  })
  return { ...readings, ...Object.fromEntries(own) }
}

function withNames(reading: PresentReading, instances: ReadonlyMap<string, string>): Reading {
  const rows = reading.rows.map((row) => ({
    ...row,
    key: { ...row.key, instance: instances.get(row.key.instance) ?? row.key.instance },
  }))
  return { ...reading, rows }
}

/** A fleet in which a job is mixed up has one of these for each instance. */
const MOST_NOTES = 6

/** The log is written every five or ten seconds and the metrics are read every fifteen or more, so a peak is in one of them alone. */
const TIMES = 2
const FEW_REQUESTS = 8
const PART_OF_CACHE = 0.25

function contradictions(evidence: Evidence): readonly string[] {
  const running = differ(evidence, [loggedRunning, runningMost], (log, metrics) => {
    const [less, more] = log < metrics ? [log, metrics] : [metrics, log]
    return more > TIMES * less + FEW_REQUESTS
  })
  const cache = differ(evidence, [loggedKvUsage, kvPeak], (log, metrics) => Math.abs(log - metrics) > PART_OF_CACHE)
  // The metrics' two minutes have the log's one in them.
  const tokens = differ(evidence, [loggedGeneration, recentGeneration], (log, metrics) => log > 0 && metrics === 0)
  return [...running, ...cache, ...tokens].slice(0, MOST_NOTES)
}

function differ(
  evidence: Evidence,
  [logged, measured]: readonly [Signal, Signal],
  isTooFar: (log: number, metrics: number) => boolean,
): readonly string[] {
  const metrics = byInstance(evidence, measured)
  return [...byInstance(evidence, logged)].flatMap(([instance, log]) => {
    const other = metrics.get(instance)
    if (other === undefined || !isTooFar(log, other)) return []
    const [one, two] = [formatQuantity(log, measured.unit), formatQuantity(other, measured.unit)]
    return [english`${instance}: its log says ${one} where its metrics say ${two} (${measured.title})`]
  })
}

/** An instance's value with all its engines: of what adds up the sum, of a part the greatest; none where an engine is not read. */
function byInstance(evidence: Evidence, signal: Signal): ReadonlyMap<string, number> {
  const reading = readingOf(evidence, signal.id)
  const values = new Map<string, number>()
  if (reading.status === 'absent') return values
  for (const { key, now } of reading.rows) {
    const value = valueOf(now) ?? NaN
    const before = values.get(key.instance)
    if (before === undefined) values.set(key.instance, value)
    else values.set(key.instance, signal.unit === 'ratio' ? Math.max(before, value) : before + value)
  }
  return new Map([...values].filter(([, value]) => !Number.isNaN(value)))
}
