import type { AccessFormat, AccessLine, LineClock, LineTime, Parsed } from './access-line.ts'
import { isAccessLine } from './access-line.ts'
import { withoutColours } from './wrappers/colours.ts'
import { WRAPPERS } from './wrappers/list.ts'
import type { Peeled } from './wrappers/wrapper.ts'

/** One line without its layers, as far as a format read it. */
export interface ReadLine {
  readonly parsed: Parsed | undefined
  readonly format: AccessFormat | undefined
  /** What the line's time means, if it has one: a layer's time is when the line was written. */
  readonly time?: LineTime
  /** The layers' ids, the outermost first. */
  readonly wrappers: readonly string[]
  /** The pod, service or unit by a layer's word. */
  readonly source?: string
  /** Nothing but blanks: of no kind, and not counted. */
  readonly isBlank: boolean
}

export interface LineReader {
  /** Reads one line as it stands in the file: none where it is a piece of a longer one, several where a record holds them. */
  readonly read: (raw: string, formats: readonly AccessFormat[]) => readonly ReadLine[]
  /** Whether pieces of a line were read whose end is yet to come. */
  readonly hasPieces: () => boolean
}

/** More than anyone stacks: a log store's, a collector's, a pod's, a service's. */
const MOST_LAYERS = 6
/** Pieces of one line are kept to this many characters; only a record with a prompt in it has more. */
const MOST_OF_LINE = 256 * 1024
/** Streams whose lines can be in pieces at once. */
const MOST_STREAMS = 128

interface Layered extends Omit<Peeled, 'isPartial'> {
  readonly wrappers: readonly string[]
}

/** A layer around a text, and the lines inside. */
interface Layer {
  readonly id: string
  readonly inside: readonly Peeled[]
}

/** The two things that are done with a text. */
export interface LineSteps {
  /** Undefined where no layer is around it. */
  readonly peel: (text: string) => Layer | undefined
  readonly parse: (format: AccessFormat, text: string) => Parsed | undefined
}

export function lineSteps(clock: LineClock): LineSteps {
  return {
    peel: (text) => {
      for (const { id, peel } of WRAPPERS) {
        const inside = peel(text, clock)
        if (inside !== undefined) return { id, inside }
      }
      return undefined
    },
    parse: (format, text) => format.parse(text, clock),
  }
}

/** Takes off layers in whatever order they come until a format reads what is inside. Lines are given in their order. */
export function createLineReader(clock: LineClock, steps = lineSteps(clock)): LineReader {
  const pieces = new Map<string, string>()

  /** The whole line once its last piece is there. */
  function joined({ isPartial, ...peeled }: Peeled, key: string): Omit<Peeled, 'isPartial'> | undefined {
    if (isPartial === undefined) return peeled
    const text = ((pieces.get(key) ?? '') + peeled.text).slice(0, MOST_OF_LINE)
    if (!isPartial) {
      pieces.delete(key)
      return { ...peeled, text }
    }
    if (pieces.has(key) || pieces.size < MOST_STREAMS) pieces.set(key, text)
    return undefined
  }

  function readLayer(line: Layered, formats: readonly AccessFormat[]): readonly ReadLine[] {
    const text = withoutColours(withoutEnd(line.text))
    const read = firstReading(text, formats, steps)
    if (isAccessLine(read.parsed) || line.wrappers.length >= MOST_LAYERS) return [finished(line, read)]
    const layer = steps.peel(text)
    if (layer === undefined) return [finished(line, read)]
    return layer.inside.flatMap((peeled) => layerInside(peeled, layer.id))

    function layerInside(peeled: Peeled, id: string): readonly ReadLine[] {
      const source = peeled.source ?? line.source
      const whole = joined(peeled, `${id} ${source ?? ''} ${peeled.stream ?? ''}`)
      if (whole === undefined) return []
      const time = isSurer(line, whole) ? line : whole
      return readLayer(
        {
          text: whole.text,
          wrappers: [...line.wrappers, id],
          ...(source !== undefined && { source }),
          ...(time.at !== undefined && { at: time.at }),
          ...(time.isZoneGuessed === true && { isZoneGuessed: true }),
        },
        formats,
      )
    }
  }
  return {
    read: (raw, formats) => readLayer({ text: raw, wrappers: [] }, formats),
    hasPieces: () => pieces.size > 0,
  }
}

interface Reading {
  readonly parsed: Parsed | undefined
  readonly format: AccessFormat | undefined
}

/** What the first format makes of it that reads it; else what one of them says it is. */
function firstReading(text: string, formats: readonly AccessFormat[], { parse }: LineSteps): Reading {
  let best: Reading = { parsed: undefined, format: undefined }
  for (const format of formats) {
    const parsed = parse(format, text)
    if (isAccessLine(parsed)) return { parsed, format }
    if (parsed !== undefined && (best.parsed === undefined || parsed === 'other')) best = { parsed, format }
  }
  return best
}

/** The layer's time wins, unless it had to be guessed more than the line's own. */
function finished(line: Layered, { parsed, format }: Reading): ReadLine {
  const { wrappers, source } = line
  const common = {
    format,
    wrappers,
    isBlank: line.text.trim() === '',
    ...(source !== undefined && { source }),
  }
  if (!isAccessLine(parsed) || format === undefined) return { parsed, ...common }
  const isLayers = isSurer(line, parsed)
  const time = isLayers && format.time === 'arrival' ? 'end' : format.time
  const timed = isLayers ? withTime(parsed, line) : parsed
  return { parsed: timed, ...common, ...(timed.at !== undefined && { time }) }
}

type Time = Pick<AccessLine, 'at' | 'isZoneGuessed'>

function withTime(parsed: AccessLine, { at, isZoneGuessed }: Time): AccessLine {
  const { at: _at, isZoneGuessed: _isZoneGuessed, ...line } = parsed
  return { ...line, ...(at !== undefined && { at }), ...(isZoneGuessed === true && { isZoneGuessed }) }
}

/** Whether the first of two times is to be taken: it is there, and the second is not more certain. */
function isSurer(first: Time, second: Time): boolean {
  return first.at !== undefined && (first.isZoneGuessed === undefined || second.at === undefined)
}

/** Without its line end alone: a piece of a longer line may end with a blank. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && (text.charAt(end - 1) === '\n' || text.charAt(end - 1) === '\r')) end--
  return text.slice(0, end)
}
