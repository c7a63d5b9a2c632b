import { shorten } from '../lib/shorten.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { preemptionsPerRequest } from '../signals/vllm/scheduler.ts'
import type { Signal } from '../signals/signal.ts'
import { impossibleText } from './impossible-text.ts'
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

function ofReadings({ readings }: IncidentFile): readonly string[] {
  return SIGNALS.flatMap((signal) => {
    const slip = numbersOf(readings[signal.id])
      .map((number) => slipOf(signal, number))
      .find((text) => text !== undefined)
    return slip === undefined ? [] : [slip]
  })
}

/** Parts of a whole are written as 0.95; who writes 95 means per cent. No sensor and no counter is beyond its bounds. */
function slipOf(signal: Signal, { place, value }: PlacedNumber): string | undefined {
  const isPart = signal.unit === 'ratio' && signal.id !== preemptionsPerRequest.id
  if (isPart && (value < 0 || value > 1)) {
    return `readings.${signal.id}${place}: ${value} is no part of a whole; write 0.95 for 95 %`
  }
  return isPart ? undefined : impossibleText(signal, { place: `readings.${signal.id}${place}`, value })
}

/** A number with its place, `.instances.a.now`; empty where it stands alone. */
interface PlacedNumber {
  readonly place: string
  readonly value: number
}

function numbersOf(reading: IncidentReading | undefined): readonly PlacedNumber[] {
  if (typeof reading === 'number') return [{ place: '', value: reading }]
  if (typeof reading !== 'object') return []
  const { instances = {}, ...fleet } = reading
  const rows = Object.entries(instances).flatMap(([name, row]) =>
    placed(`.instances.${shorten(name)}`, typeof row === 'object' ? row : { '': row }),
  )
  return [...placed('', fleet), ...rows]
}

function placed(before: string, told: Readonly<Record<string, unknown>>): readonly PlacedNumber[] {
  return Object.entries(told).flatMap(([key, value]) =>
    typeof value === 'number' ? [{ place: key === '' ? before : `${before}.${key}`, value }] : [],
  )
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
