import { type AccessFormat, type LineClock, isAccessLine } from './access-line.ts'
import { FORMATS } from './formats/list.ts'
import { type LineSteps, type ReadLine, createLineReader, lineSteps } from './read-line.ts'

/** One format found in a text. */
export interface Found {
  readonly format: AccessFormat
  /** The layers around most of its lines, the outermost first. */
  readonly wrappers: readonly string[]
  /** Access lines of it in the sample. */
  readonly lines: number
}

/** What a text is written in, by the evidence of its lines. */
export interface Detection {
  /** The most frequent first; empty where no access line was found. */
  readonly found: readonly Found[]
  /** The same in the order in which to ask them of a line. */
  readonly formats: readonly AccessFormat[]
  /** What the lines were: of an access log, broken ones of one, a known program's others, and all else. */
  readonly accessLines: number
  readonly broken: number
  readonly other: number
  readonly unknown: number
  /** Of the lines that should be the first format's, the part that it reads: 0 to 1. */
  readonly confidence: number
  /** The format that reads the most of them besides, if any does. */
  readonly runnerUp?: Found
}

/** So many lines that some format knows tell it; banners and tracebacks before them tell nothing. */
export const ENOUGH_LINES = 200
/** Where the part of lines that nobody knows has grown by this much, the text has changed. */
const MOST_MISSES = 0.2

/** A fallback that reads fewer is reading what another format's program broke off. */
const LEAST_OF_FALLBACK = 0.02

/** Says which formats a text's lines are in; the first ones will do, as many as ENOUGH_LINES or a few more. */
export function detect(lines: readonly string[], clock: LineClock): Detection {
  const steps = remembered(lineSteps(clock))
  const readAll = (formats: readonly AccessFormat[]): readonly ReadLine[] => {
    const reader = createLineReader(clock, steps)
    return lines.flatMap((line) => reader.read(line, formats)).filter(({ isBlank }) => !isBlank)
  }
  const ranks = new Map(FORMATS.map((format) => [format, rankOf(format, readAll)]))
  const order = FORMATS.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0))
  const all = readAll(order)
  const access = all.filter(({ parsed }) => isAccessLine(parsed))
  const found = tally(access).filter(
    ({ format, lines: count }) => format.isFallback !== true || count >= LEAST_OF_FALLBACK * access.length,
  )
  const formats = order.filter((format) => found.some((one) => one.format === format))
  const read = readAll(formats)
  const count = (parsed: ReadLine['parsed']): number => read.filter((line) => line.parsed === parsed).length
  // Asked of all, since a text may hold nothing but what a gateway writes beside its access log.
  const other = all.filter(({ parsed }) => parsed === 'other').length
  const accessLines = read.filter(({ parsed }) => isAccessLine(parsed)).length
  const broken = count('broken')
  const unknown = read.length - accessLines - broken - other
  const [first] = found
  const others = order.filter((format) => format !== first?.format)
  const [runnerUp] = first === undefined ? [] : tally(readAll(others).filter(({ parsed }) => isAccessLine(parsed)))
  return {
    found,
    formats,
    accessLines,
    broken,
    other,
    unknown,
    confidence: first === undefined ? 0 : first.lines / (accessLines + broken + unknown),
    ...(runnerUp !== undefined && { runnerUp }),
  }
}

/** Whether the lines since a detection are so unlike those it saw that it has to be made again. */
export function hasChanged({ accessLines, broken, other, unknown }: Detection, since: LinesSince): boolean {
  const before = unknown / Math.max(1, accessLines + broken + other + unknown)
  return since.lines >= ENOUGH_LINES && since.unknown / since.lines > before + MOST_MISSES
}

export interface LinesSince {
  readonly lines: number
  /** Of them, neither access lines nor broken ones nor a known program's others. */
  readonly unknown: number
}

/** Of formats that read the same line, one whose program is seen beside it goes first; fallbacks go last. */
function rankOf(format: AccessFormat, readAll: (formats: readonly AccessFormat[]) => readonly ReadLine[]): number {
  if (format.isFallback === true) return 2
  return readAll([format]).some(({ parsed }) => parsed === 'other') ? 0 : 1
}

type Parses = Map<string, { readonly value: ReturnType<LineSteps['parse']> }>

/** The same lines are read again and again, by one format after the other. */
function remembered({ peel, parse }: LineSteps): LineSteps {
  const layers = new Map<string, { readonly value: ReturnType<LineSteps['peel']> }>()
  const readings = new Map<AccessFormat, Parses>()
  return {
    peel: (text) => remember(layers, text, () => peel(text)),
    parse: (format, text) => {
      const own: Parses = readings.get(format) ?? new Map()
      readings.set(format, own)
      return remember(own, text, () => parse(format, text))
    },
  }
}

function remember<Value>(known: Map<string, { readonly value: Value }>, text: string, find: () => Value): Value {
  const found = known.get(text) ?? { value: find() }
  known.set(text, found)
  return found.value
}

function tally(lines: readonly ReadLine[]): readonly Found[] {
  const counts = new Map<AccessFormat, Map<string, number>>()
  for (const { format, wrappers } of lines) {
    if (format === undefined) continue
    const layers = counts.get(format) ?? new Map<string, number>()
    counts.set(format, layers.set(wrappers.join(' '), (layers.get(wrappers.join(' ')) ?? 0) + 1))
  }
  return [...counts]
    .map(([format, layers]) => ({
      format,
      wrappers: mostFrequent(layers),
      lines: [...layers.values()].reduce((sum, count) => sum + count, 0),
    }))
    .toSorted((left, right) => right.lines - left.lines)
}

function mostFrequent(layers: ReadonlyMap<string, number>): readonly string[] {
  const [first] = [...layers].toSorted(([, left], [, right]) => right - left)
  return first === undefined || first[0] === '' ? [] : first[0].split(' ')
}

/** `ingress-nginx in cri`, for people and for `LineCounts`. */
export function describeFound({ format, wrappers }: Found): string {
  return [format.id, ...wrappers.toReversed()].join(' in ')
}
