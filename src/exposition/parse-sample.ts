import { afterBlanks, endOfWord } from './characters.ts'
import { parseNumber } from './parse-number.ts'
import { type SeriesFault, endOfSeries } from './scan-series.ts'

export interface ExpositionSample {
  /** The name with its labels exactly as written: what the same series is known by from one body to the next. */
  readonly series: string
  readonly value: number
  /** Milliseconds since the Unix epoch, where the line says a time. */
  readonly time?: number
}

/** Why a line is no sample. */
export type MalformedReason =
  | SeriesFault
  | 'no value'
  | 'an odd character in the metric name'
  | 'the value is no number'
  | 'the time is no number'
  | 'something behind the sample'

/** Seconds of OpenMetrics are below this until the year 5138, milliseconds of the classic format above it from 1973. */
const FIRST_MILLISECONDS = 1e11

/** What lies beyond is no date that anyone can write: 0001-01-01 to 9999-12-31, in milliseconds. */
const YEAR_1 = -62_135_596_800_000
const YEAR_9999 = 253_402_300_799_999

const HASH = 0x23
const CLOSE = 0x7d

/** Reads the sample whose line starts at `from`. An exemplar behind it is left alone. */
export function parseSample(text: string, from: number): ExpositionSample | MalformedReason {
  const seriesEnd = endOfSeries(text, from)
  if (typeof seriesEnd === 'string') return seriesEnd
  const valueStart = afterBlanks(text, seriesEnd)
  const valueEnd = endOfWord(text, valueStart)
  if (valueEnd === valueStart) return 'no value'
  if (valueStart === seriesEnd && text.charCodeAt(seriesEnd - 1) !== CLOSE) return 'an odd character in the metric name'
  const value = parseNumber(text.slice(valueStart, valueEnd))
  if (value === undefined) return 'the value is no number'
  const series = text.slice(from, seriesEnd)
  const timeStart = afterBlanks(text, valueEnd)
  if (isOver(text, timeStart)) return { series, value }
  const timeEnd = endOfWord(text, timeStart)
  const time = parseTime(text.slice(timeStart, timeEnd))
  if (time === undefined) return 'the time is no number'
  return isOver(text, afterBlanks(text, timeEnd)) ? { series, value, time } : 'something behind the sample'
}

/** Nothing but an exemplar is left of the line. */
function isOver(text: string, at: number): boolean {
  return at === text.length || text[at] === '\n' || text.charCodeAt(at) === HASH
}

function parseTime(text: string): number | undefined {
  const time = parseNumber(text)
  if (time === undefined) return undefined
  const milliseconds = Math.round(Math.abs(time) < FIRST_MILLISECONDS ? time * 1000 : time)
  return milliseconds >= YEAR_1 && milliseconds <= YEAR_9999 ? milliseconds : undefined
}
