import { shorten } from '../lib/shorten.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { preemptionsPerRequest } from '../signals/vllm/scheduler.ts'
import type { IncidentFile, IncidentReading } from './incident-schema.ts'
import { signalOfLogged } from './logged.ts'

/** Stands for all instances that the file names. */
export const EACH = 'each'

/** What fits the schema and still cannot be meant, each with its place and the mend. */
export function incidentSlips(file: IncidentFile): readonly string[] {
  return [...ofReadings(file), ...ofInstances(file), ...ofLogs(file), ...ofImplied(file)]
}

/** An instance and one of its data-parallel ranks: `a/1`. */
export function splitRow(name: string): { readonly instance: string; readonly engine?: string } {
  const [, instance, engine] = /^(.+)\/(\d+)$/u.exec(name) ?? []
  return instance === undefined || engine === undefined ? { instance: name } : { instance, engine }
}

/** Parts of a whole are written as 0.95; who writes 95 means per cent. */
function ofReadings({ readings }: IncidentFile): readonly string[] {
  const parts = SIGNALS.filter(({ unit, id }) => unit === 'ratio' && id !== preemptionsPerRequest.id)
  return parts.flatMap(({ id }) => {
    const wrong = numbersOf(readings[id]).find((value) => value < 0 || value > 1)
    return wrong === undefined ? [] : [`readings.${id}: ${wrong} is no part of a whole; write 0.95 for 95 %`]
  })
}

function numbersOf(reading: IncidentReading | undefined): readonly number[] {
  if (typeof reading === 'number') return [reading]
  if (typeof reading !== 'object') return []
  const { now, before, yesterday, week_ago: weekAgo, before_change: beforeChange, instances = {} } = reading
  const rows = Object.values(instances).flatMap((row) => (typeof row === 'object' ? [row.now, row.before] : [row]))
  return [now, before, yesterday, weekAgo, beforeChange, ...rows].filter((value) => typeof value === 'number')
}

function ofInstances({ instances, readings, logs }: IncidentFile): readonly string[] {
  const rows = Object.entries(readings).flatMap(([id, reading]) =>
    typeof reading === 'object'
      ? Object.keys(reading.instances ?? {}).map((name) => [`readings.${id}`, name] as const)
      : [],
  )
  const named = [...rows, ...Object.keys(logs).map((name) => ['logs', name] as const)]
  return named.flatMap(([place, name]) => {
    const { instance } = splitRow(name)
    if (name === EACH && instances.length === 0) {
      return [`${place}.each: needs a list of the fleet's instances; write instances: [a, b]`]
    }
    const isKnown = name === EACH || instances.length === 0 || instances.includes(instance)
    return isKnown ? [] : [`${place}: ${shorten(instance)} is not among instances; add it there or correct it`]
  })
}

function ofLogs({ logs, readings }: IncidentFile): readonly string[] {
  const seen = Object.values(logs).flat().map(signalOfLogged)
  const [twice] = seen.filter((id) => readings[id] !== undefined)
  return twice === undefined ? [] : [`logs: ${twice} is among readings as well; keep one of them`]
}

function ofImplied({ implied, readings, logs }: IncidentFile): readonly string[] {
  const seen = new Set(Object.values(logs).flat().map(signalOfLogged))
  const [untold] = implied.filter((id) => readings[id] === undefined && !seen.has(id))
  return untold === undefined ? [] : [`implied: ${untold} is not among readings; write it there or take it out`]
}
