import { BATCH_SPREAD, BEYOND_PAIRS, LINE_SCATTER, PAIRS_OF_A_LINE } from '../thresholds/decode.ts'

/** How many requests ran on an engine at once, and how long a token took there; both as means over one time. */
export interface BatchPair {
  readonly batch: number
  /** Seconds. */
  readonly token: number
}

/** Seconds that a token takes at a batch if nothing but the batch has changed. */
export interface Expected {
  readonly least: number
  readonly most: number
  /** From how many pairs the line is; 0 where there is none, and arithmetic alone bounds it. */
  readonly pairs: number
}

/**
 * A step costs something whatever the batch, for the weights, and something for each request in it. So in a larger batch
 * a token takes at least as long as before and at most in proportion to the batch. What lies between is told by a line
 * through pairs of before, as far as they reach; the level is that of `before` itself, since another instance may be of
 * other hardware.
 */
export function expectedAt(before: BatchPair, batch: number, line: Line | undefined): Expected | undefined {
  if (!(before.token > 0) || !(before.batch >= 0) || !(batch >= 0)) return undefined
  const [from, to] = [inStep(before.batch), inStep(batch)]
  if (line !== undefined && line.reaches(from) && line.reaches(to)) {
    const token = (before.token * line.at(to)) / line.at(from)
    return { least: token, most: token, pairs: line.pairs }
  }
  const { token } = before
  return { least: token * Math.min(1, to / from), most: token * Math.max(1, to / from), pairs: 0 }
}

/** A step that makes a token has a request in it, however idle the engine is between steps. */
function inStep(batch: number): number {
  return Math.max(1, batch)
}

export interface Line {
  readonly pairs: number
  /** Seconds of a token at a batch. */
  readonly at: (batch: number) => number
  readonly reaches: (batch: number) => boolean
}

/**
 * Through the medians of the smaller and the larger batches, so that a few odd pairs don't bend it; undefined where the
 * pairs are too few, too alike or too scattered to make one.
 */
export function lineThrough(history: readonly BatchPair[]): Line | undefined {
  const pairs = history
    .filter(({ batch, token }) => batch >= 0 && token > 0)
    .map(({ batch, token }) => ({ batch: inStep(batch), token }))
    .toSorted((a, b) => a.batch - b.batch)
  if (pairs.length < PAIRS_OF_A_LINE) return undefined
  const half = Math.floor(pairs.length / 2)
  const [smaller, larger] = [pairs.slice(0, half), pairs.slice(-half)]
  const [small, large] = [middle(smaller), middle(larger)]
  // One pair that stands alone makes no line, however far it is from the rest.
  const areApart = (larger[0]?.batch ?? 0) > (smaller.at(-1)?.batch ?? 0)
  if (!areApart || large.batch < small.batch * BATCH_SPREAD) return undefined
  const rise = Math.max(0, (large.token - small.token) / (large.batch - small.batch))
  // Through nothing at least: a step with no request in it takes no less than no time.
  const base = Math.max(0, medianOf(pairs.map(({ batch, token }) => token - rise * batch)))
  const slope = base === 0 ? medianOf(pairs.map(({ batch, token }) => token / batch)) : rise
  const at = (batch: number): number => base + slope * batch
  const scatter = medianOf(pairs.map(({ batch, token }) => Math.abs(token / at(batch) - 1)))
  if (scatter > LINE_SCATTER) return undefined
  const [first, last] = [pairs[0]?.batch ?? 0, pairs.at(-1)?.batch ?? 0]
  return {
    pairs: pairs.length,
    at,
    reaches: (batch) => batch * BEYOND_PAIRS >= first && batch <= last * BEYOND_PAIRS,
  }
}

function middle(pairs: readonly BatchPair[]): BatchPair {
  return { batch: medianOf(pairs.map(({ batch }) => batch)), token: medianOf(pairs.map(({ token }) => token)) }
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [upper = 0, lower = upper] = [sorted[half], sorted[half - 1]]
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2
}
