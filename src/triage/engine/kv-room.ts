import { type Action, disruptive } from '../../domain/action.ts'
import { formatNumber, formatQuantity } from '../../domain/quantity.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { inEnglish, say } from '../../domain/text.ts'
import { kvCapacity, kvCapacityEstimate, prefixCaching } from '../../signals/vllm/cache-config.ts'
import { kvUsage, runningMean } from '../../signals/vllm/scheduler.ts'
import { outputLengthMean, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { fleetNow, rowBefore, rowKeys, rowNow } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'

/**
 * Times by which what the running requests hold of an estimated cache may differ from their mean length before the estimate
 * is not believed. They hold half of their output on average, and the long ones stay longer. Starting point.
 */
const ESTIMATE_OFF = 3

/** The least and the most of some engines. */
export interface Range {
  readonly least: number
  readonly most: number
}

/** What fits into the KV cache of the engines that a case is about. */
export interface KvRoom {
  readonly engines: number
  /** Tokens that the cache of one engine holds. */
  readonly tokens: Range
  readonly tokensBefore: Range | undefined
  /** Made from the number of blocks, which is right for plain attention alone. */
  readonly isEstimate: boolean
  /** Of this many tokens, and how many of them fit at once; absent where no whole one does. */
  readonly sequences: { readonly length: number; readonly fit: Range } | undefined
  readonly running: Range | undefined
}

/** Undefined where the size of one of the engines is not told: "on each" would not be true of it. */
export function kvRoom(at: Case): KvRoom | undefined {
  const rows = rowsOf(at)
  const sizes = rows.map((row) => sizeOf(at, row))
  const tokens = rangeOf(sizes.map(({ measure }) => positive(measure)))
  if (tokens === undefined) return undefined
  const isEstimate = sizes.some((size) => size.isEstimate)
  const length = meanSequence(at)
  if (isEstimate && !isBornOut(at, rows, length)) return undefined
  return {
    engines: rows.length,
    tokens,
    tokensBefore: rangeOf(sizes.map(({ before }) => positive(before))),
    isEstimate,
    sequences: fitting(tokens, length),
    running: rangeOf(rows.map((row) => valueOf(rowNow(at.evidence, runningMean, row)))),
  }
}

/** `KV cache size: 73k tokens on each; a mean sequence of 3.1k tokens (…) fits 23 times at once, and 96 run`, as far as it is told. */
export function kvRoomSentences(at: Case): readonly Text[] {
  const room = kvRoom(at)
  if (room === undefined) return []
  const { engines, tokens, tokensBefore, isEstimate, sequences, running } = room
  const size = said(tokens, formatNumber)
  const source = isEstimate ? say` (block_size × num_gpu_blocks, an estimate)` : ''
  const was = tokensBefore === undefined ? size : said(tokensBefore, formatNumber)
  const changed = inEnglish(was) === inEnglish(size) ? '' : say` (was ${was})`
  const fits =
    sequences === undefined
      ? ''
      : say`; a mean sequence of ${formatQuantity(sequences.length, 'tokens')} (prompt + output, unshared) fits ${about(room)}${said(sequences.fit, formatNumber)} times at once`
  const runs = sequences === undefined || running === undefined ? '' : say`, and ${said(running, formatNumber)} run`
  return [
    say`KV cache size: ${about(room)}${size} tokens${engines === 1 ? '' : say` on each`}${source}${changed}${fits}${runs}`,
  ]
}

/**
 * How many mean sequences fit, as a number for an action to name; undefined where it is not told, or is not on that side
 * of what runs: prefixes that are shared, or a few long sequences, then matter more than the mean.
 */
export function sequencesThatFit(at: Case, side: 'fewer_than_run' | 'more_than_run'): Text | undefined {
  const room = kvRoom(at)
  if (room?.sequences === undefined || room.running === undefined) return undefined
  const { fit } = room.sequences
  const isThere = side === 'fewer_than_run' ? fit.most < room.running.least : fit.least > room.running.most
  return isThere ? say`${about(room)}${said(fit, formatNumber)}` : undefined
}

/** Where every engine that the case is about says that it caches no prefixes. */
export function prefixCachingActions(at: Case): readonly Action<Text>[] {
  const rows = rowsOf(at)
  const isOff = rows.length > 0 && rows.every((row) => valueOf(rowNow(at.evidence, prefixCaching, row)) === 0)
  return isOff ? [disruptive(say`If prompts begin alike, turn on --enable-prefix-caching: it is off`)] : []
}

/** A test of the fleet's values names no rows: it is about all. */
function rowsOf({ evidence, outcome }: Case): readonly RowKey[] {
  return outcome.rows.length > 0 ? outcome.rows : rowKeys(evidence, [runningMean])
}

interface Size {
  readonly measure: Measure
  readonly before: Measure
  readonly isEstimate: boolean
}

function sizeOf({ evidence }: Case, row: RowKey): Size {
  const isEstimate = rowNow(evidence, kvCapacity, row).status === 'absent'
  const signal = isEstimate ? kvCapacityEstimate : kvCapacity
  return { measure: rowNow(evidence, signal, row), before: rowBefore(evidence, signal, row), isEstimate }
}

/** An engine without attention has no block. */
function positive(measure: Measure): number | undefined {
  const value = valueOf(measure)
  return value !== undefined && value > 0 ? value : undefined
}

function meanSequence({ evidence }: Case): number | undefined {
  const [prompt, output] = [promptLengthMean, outputLengthMean].map((signal) => valueOf(fleetNow(evidence, signal)))
  return prompt === undefined || output === undefined ? undefined : prompt + output
}

function fitting({ least, most }: Range, length: number | undefined): KvRoom['sequences'] {
  if (length === undefined || length > least || length <= 0) return undefined
  return { length, fit: { least: Math.floor(least / length), most: Math.floor(most / length) } }
}

/** Whether what runs holds about as much of a cache of that size as such sequences would. */
function isBornOut(at: Case, rows: readonly RowKey[], length: number | undefined): boolean {
  let [held, running] = [0, 0]
  for (const row of rows) {
    held += (valueOf(rowNow(at.evidence, kvUsage, row)) ?? NaN) * (valueOf(sizeOf(at, row).measure) ?? NaN)
    running += valueOf(rowNow(at.evidence, runningMean, row)) ?? NaN
  }
  const times = held / running / (length ?? NaN)
  return times >= 1 / ESTIMATE_OFF && times <= ESTIMATE_OFF
}

function rangeOf(values: readonly (number | undefined)[]): Range | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 || known.length < values.length
    ? undefined
    : { least: Math.min(...known), most: Math.max(...known) }
}

function said({ least, most }: Range, format: (value: number) => string): Text {
  const [low, high] = [format(least), format(most)]
  return low === high ? say`${low ?? ''}` : say`${low} to ${high}`
}

function about({ isEstimate }: KvRoom): Text {
  return isEstimate ? say`about ` : say``
}
