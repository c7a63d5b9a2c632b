import { listed } from '../domain/listed.ts'
import { threeDigits } from '../domain/quantity.ts'
import { type Reading, nameOfRow, idOfRow, valueOf } from '../domain/reading.ts'
import { type Window, lengthOf } from '../domain/window.ts'
import type { Signal } from '../signals/signal.ts'
import type { Term } from '../signals/term.ts'
import type { SourceAnswer } from './source.ts'

/** What two sources say of the same engines, held beside each other. */
export interface CrossCheck {
  /** Signals of which one source or the other must be wrong. */
  readonly contradicted: ReadonlySet<string>
  readonly notes: readonly string[]
}

/**
 * Two sources scrape at other moments, 30 s apart at the usual intervals: of a window of five minutes each end may move
 * by a tenth. By more than that on both ends they do not look at the same thing.
 */
const TOLERANCE = 0.25
/** Fewer requests in the window differ by that much when one request falls to the other side of its end. */
const FEWEST_REQUESTS = 20
/** Requests finished: a counter by instance, which no scrape's moment changes much. */
const COUNTED = 'completions'

/** Compares a source with another that stood before it, on what moves slowly enough: rates and means over the window. */
export function crossCheck(
  signals: readonly Signal[],
  { window, first, other }: { readonly window: Window; readonly first: SourceAnswer; readonly other: SourceAnswer },
): CrossCheck {
  const [one, two] = [first, other].map(rowsOf)
  if (one === undefined || two === undefined || isCut(first) || isCut(other)) return NOTHING
  const names = { first: first.report.source, other: other.report.source }
  const lacking = lackNotes(one, two, names)
  const common = [...one.keys()].filter((key) => two.has(key))
  const least = FEWEST_REQUESTS / lengthOf(window)
  const differing = common.filter((key) => differ(one.get(key), two.get(key), least))
  if (differing.length > 0) {
    const ofEngines = signals.filter(({ exposer }) => exposer === 'engine').map(({ id }) => id)
    return { contradicted: new Set(ofEngines), notes: [...lacking, ...rowNotes({ differing, one, two, names })] }
  }
  if (lacking.length > 0 || sum(one) < least) return { contradicted: new Set(), notes: lacking }
  const wrong = signals.filter(({ id, term }) => {
    const [a, b] = [first, other].map((answer) => fleetOf(answer, id))
    return isSteady(term) && differ(a, b, 0)
  })
  return { contradicted: new Set(wrong.map(({ id }) => id)), notes: [] }
}

const NOTHING: CrossCheck = { contradicted: new Set(), notes: [] }

type Rows = ReadonlyMap<string, number>

interface Names {
  readonly first: string
  readonly other: string
}

function readingIn({ readings }: SourceAnswer, signal: string): Reading | undefined {
  return readings.find((reading) => reading.signal === signal)
}

/** What each engine finished, by its name; undefined where the source cannot tell. */
function rowsOf(answer: SourceAnswer): Rows | undefined {
  const reading = readingIn(answer, COUNTED)
  if (reading?.status !== 'present' || reading.rows.length === 0) return undefined
  const rows = new Map<string, { readonly name: string; readonly value: number }>()
  for (const { key, now } of reading.rows) {
    const value = valueOf(now)
    if (value !== undefined) rows.set(idOfRow(key), { name: nameOfRow(key), value })
  }
  const byName = new Map<string, number>()
  for (const { name, value } of rows.values()) byName.set(name, (byName.get(name) ?? 0) + value)
  return byName
}

function isCut({ report }: SourceAnswer): boolean {
  return report.isCut === true
}

function fleetOf(answer: SourceAnswer, signal: string): number | undefined {
  const reading = readingIn(answer, signal)
  return reading?.status === 'present' ? valueOf(reading.fleet) : undefined
}

/** @param least what at least one of the two must have for a difference to mean anything */
function differ(one: number | undefined, two: number | undefined, least: number): boolean {
  if (one === undefined || two === undefined) return false
  const greater = Math.max(Math.abs(one), Math.abs(two))
  return greater >= least && Math.abs(one - two) > TOLERANCE * greater
}

function sum(rows: Rows): number {
  return [...rows.values()].reduce((total, value) => total + value, 0)
}

/** Targets that only one of them has: a relabelled instance, a wrong target or one that was forgotten. */
function lackNotes(one: Rows, two: Rows, { first, other }: Names): readonly string[] {
  const missing = (from: Rows, within: Rows, source: string): readonly string[] => {
    const names = [...from.keys()].filter((key) => !within.has(key))
    return names.length === 0
      ? []
      : [`${source} does not know ${listed(names.toSorted(), 3)}: relabelled, or no target there`]
  }
  return [...missing(one, two, other), ...missing(two, one, first)]
}

interface Differing {
  readonly differing: readonly string[]
  readonly one: Rows
  readonly two: Rows
  readonly names: Names
}

function rowNotes({ differing, one, two, names: { first, other } }: Differing): readonly string[] {
  const [key = ''] = differing
  const [a, b] = [one.get(key) ?? 0, two.get(key) ?? 0]
  const said = `${first} and ${other} contradict each other on ${listed(differing.toSorted(), 3)}: requests finished ${threeDigits(a)} and ${threeDigits(b)} a second`
  const twin = differing.find((that) => {
    const isMirrored = !differ(a, two.get(that), 0) && !differ(one.get(that), b, 0)
    return that !== key && isMirrored
  })
  if (twin !== undefined) return [`${said}; ${key} and ${twin} look swapped: a target with the wrong label`]
  if (a !== 0 && b !== 0) return [said]
  return [`${said}; what ${a === 0 ? first : other} scrapes looks stale, or is not the engine`]
}

/** Over the whole window and without a moment in it: no gauge's last value, no greatest one. */
function isSteady(term: Term): boolean {
  switch (term.kind) {
    case 'gauge':
      return term.stat === 'avg' && term.over === undefined
    case 'counter':
      return term.stat !== 'resets' && term.over === undefined
    case 'histogram':
      return term.stat !== 'quantile' && term.over === undefined
    case 'ratio':
      return isSteady(term.of) && isSteady(term.by)
    case 'scaled':
      return isSteady(term.term)
    case 'difference':
      return isSteady(term.of) && isSteady(term.less)
    case 'sum':
      return term.terms.every(isSteady)
    case 'growth':
    case 'changes':
    case 'label_product':
      return false
    default:
      return term satisfies never
  }
}
