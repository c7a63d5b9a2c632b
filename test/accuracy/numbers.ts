import type { Diagnosis } from '../../src/domain/diagnosis.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { formatNumber, formatPercent, formatQuantity, formatSeconds, threeDigits } from '../../src/domain/quantity.ts'
import type { Measure, PresentReading } from '../../src/domain/reading.ts'
import { valueOf } from '../../src/domain/reading.ts'
import { lengthOf } from '../../src/domain/window.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import type { Signal } from '../../src/signals/signal.ts'
import { kvCapacity, kvCapacityEstimate } from '../../src/signals/vllm/cache-config.ts'
import { runningMost } from '../../src/signals/vllm/scheduler.ts'
import { outputLengthMean, promptLengthMean, recentGeneration } from '../../src/signals/vllm/traffic.ts'
import * as decode from '../../src/triage/thresholds/decode.ts'
import * as gpu from '../../src/triage/thresholds/gpu.ts'
import * as kv from '../../src/triage/thresholds/kv.ts'
import * as latency from '../../src/triage/thresholds/latency.ts'
import * as load from '../../src/triage/thresholds/load.ts'
import * as outside from '../../src/triage/thresholds/outside.ts'
import * as process from '../../src/triage/thresholds/process.ts'
import * as progress from '../../src/triage/thresholds/progress.ts'
import * as queue from '../../src/triage/thresholds/queue.ts'
import * as skew from '../../src/triage/thresholds/skew.ts'
import { TREE } from '../../src/triage/tree.ts'
import { NOTHING_WALKED, isOpen, walkAll } from '../../src/triage/walk.ts'

/** Each number in a conclusion's words that no reading, threshold or expectation gives, with its sentence. */
export function strayNumbers(evidence: Evidence, diagnosis: Diagnosis): readonly string[] {
  const { headline, contributing, actions } = diagnosis
  const findings = [headline, ...contributing].flatMap(({ title, because }) => [title, ...because])
  const todo = [actions.now, actions.today, actions.thisWeek, actions.rollback].flat().map(({ text }) => text)
  const known = knownNumbers(evidence, diagnosis)
  return [...findings, ...todo].flatMap((text) =>
    numbersIn(text, evidence)
      .filter((number) => !known.has(number))
      .map((number) => `${number} in: ${text}`),
  )
}

/** With its unit where it has one of these: 8 seconds are not 8 per cent. */
const NUMBER = /(?<![\w.:/-])\d+(?:\.\d+)?[kM]?(?![\w.:/-]*[\w:/])(?: (?:%|s|ms|min|MHz|W|°C)(?!\w))?/gu
const KNOWN = /\d+(?:\.\d+)?[kM]?(?: (?:%|s|ms|min|MHz|W|°C)(?!\w))?/gu

/** Names hold digits that are no numbers: of instances and models, of what a person told of a change, of metrics and options, of percentiles and errors. */
function numbersIn(text: string, evidence: Evidence): readonly string[] {
  const names = [...namesIn(evidence)].toSorted((one, other) => other.length - one.length)
  const bare = names.reduce((left, name) => left.replaceAll(name, ' '), text)
  return bare.replaceAll(NO_NUMBERS, ' ').match(NUMBER) ?? []
}

/**
 * What stands in a sentence as a name: a command, an option, a percentile, an engine's rank, an error's code, usual timeouts, a default; and what was
 * computed from several readings and is said to be expected.
 */
const NO_NUMBERS =
  /`[^`]*`|\bcurl .*|\b(?:kubectl|nvidia-smi|dmesg) [^;)]*|--[\w-]+(?:[= ]\d+)?|\bP\d\d\b|\bengine \d+|\bXIDs? [\d, and]+|\bHTTP \d+|\bI expect per token: [\d.]+ m?s\b|\(499\)|\(\d+(?: s)? unless [^)]*\)|\bprobes? \d+ s|\btimeout: [\d, ]+ or \d+ s|\b[45]xx\b|\bV[01]\b|\bDCGM\w*|\bvllm:\w+/gu

function namesIn({ readings, scope, changes }: Evidence): ReadonlySet<string> {
  const keys = Object.values(readings).flatMap((reading) => (reading.status === 'present' ? reading.rows : []))
  // Of one letter it would be taken out of words; such names hold no digit.
  const names = keys.flatMap(({ key }) => [key.instance, key.modelName ?? '']).filter((name) => /\d/u.test(name))
  const told = changes.map(({ text }) => text)
  return new Set([...names, ...told, ...(scope.modelName === undefined ? [] : [scope.modelName])])
}

const THRESHOLDS = [decode, gpu, kv, latency, load, outside, process, progress, queue, skew] as const

function knownNumbers(evidence: Evidence, { path, budget, skew }: Diagnosis): ReadonlySet<string> {
  const readings = Object.values(evidence.readings).flatMap((reading) =>
    reading.status === 'present' ? [reading] : [],
  )
  const texts = [
    ...readings.flatMap(textsOf),
    ...path.flatMap(({ readings: used }) =>
      used.flatMap(({ threshold, now, unit }) => [
        threshold,
        ...measured([now]).map((value) => inEnglish(formatQuantity(value, unit))),
      ]),
    ),
    ...THRESHOLDS.flatMap((area) => Object.values(area))
      .flatMap(leaves)
      .flatMap(spelled),
    ...Object.values(evidence.expectations).map(String),
    ...Object.values(budget).flatMap(({ growthShare }) => measured([growthShare]).map(formatPercent)),
    ...Object.values(budget).flatMap(({ now, baseline }) => measured([now, baseline]).map(formatSeconds)),
    ...questionCounts(evidence),
    ...sequenceTexts(evidence),
    ...clientTexts(evidence),
    ...tokensOfEach(evidence),
    ...measured([skew.maxOverMean]).map((times) => times.toFixed(1)),
  ]
  return new Set(texts.flatMap((text) => text.match(KNOWN) ?? []))
}

/** How many causes were asked for, and how many of these questions are open. */
function questionCounts(evidence: Evidence): readonly string[] {
  const { answered } = walkAll(TREE.causes, evidence, NOTHING_WALKED)
  return [String(answered.length), String(answered.filter(({ outcome }) => isOpen(evidence, outcome)).length)]
}

/** Parts, times, counts and seconds, as the sources of clients gave them. */
function clientTexts({ clients }: Evidence): readonly string[] {
  return leaves(clients).flatMap((value) => [...spelled(value), formatSeconds(value), value.toFixed(1)])
}

/** What each of those that run has made in the window, where they are the same ones. */
function tokensOfEach({ readings, window }: Evidence): readonly string[] {
  const [made, run] = [readings[recentGeneration.id], readings[runningMost.id]].map((reading) =>
    reading?.status === 'present' ? measured(reading.rows.map(({ now }) => now)) : [],
  )
  return (made ?? []).flatMap((tokens) =>
    (run ?? []).map((running) => formatNumber((tokens * lengthOf(window)) / running)),
  )
}

/** A mean sequence is a prompt and its output, and as many fit as there are whole ones in the cache. */
function sequenceTexts({ readings }: Evidence): readonly string[] {
  const valuesOf = ({ id }: Signal): readonly number[] => {
    const reading = readings[id]
    return reading?.status === 'present' ? measured([reading.fleet, ...reading.rows.map(({ now }) => now)]) : []
  }
  const [prompt, output] = [valuesOf(promptLengthMean)[0], valuesOf(outputLengthMean)[0]]
  if (prompt === undefined || output === undefined) return []
  const length = prompt + output
  const sizes = [...valuesOf(kvCapacity), ...valuesOf(kvCapacityEstimate)]
  return [formatNumber(length), ...sizes.map((size) => formatNumber(Math.floor(size / length)))]
}

/** A reading's numbers as they are said: by themselves, against each other, as parts of the whole, and how many rows there are. */
function textsOf(reading: PresentReading): readonly string[] {
  const unit = SIGNALS.find(({ id }) => id === reading.signal)?.unit ?? 'requests'
  const rows = measured(reading.rows.map(({ now }) => now))
  const now = measured([reading.fleet])
  const before = measured([...Object.values(reading.baselines), ...reading.rows.map((row) => row.before)])
  const sum = rows.reduce((total, value) => total + value, 0)
  const values = [...now, ...before, ...rows, sum, rows.length === 0 ? 0 : sum / rows.length]
  const times = [...now, ...rows].flatMap((value) => before.map((was) => value / was))
  const parts = sum === 0 ? [] : [...rows.map((value) => value / sum), 1 / rows.length]
  const counts = Array.from({ length: reading.rows.length + 1 }, (_, count) => String(count))
  return [
    ...values.flatMap((value) => [
      inEnglish(formatQuantity(value, unit)),
      threeDigits(value),
      String(Math.round(value)),
    ]),
    ...times.map((value) => value.toFixed(1)),
    ...times.map((value) => formatPercent(Math.abs(1 - value))),
    ...parts.map(formatPercent),
    ...counts,
  ]
}

function measured(measures: readonly Measure[]): readonly number[] {
  return measures.flatMap((measure) => valueOf(measure) ?? [])
}

function leaves(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

function spelled(value: number): readonly string[] {
  return [formatNumber(value), formatPercent(value), String(value)]
}
