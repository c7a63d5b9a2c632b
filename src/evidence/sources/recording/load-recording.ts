import { createReadStream } from 'node:fs'
import { keptIn } from '../../../domain/once.ts'
import { type UnixSeconds, unixSeconds } from '../../../domain/time.ts'
import type { ExpositionSample } from '../../../exposition/parse-sample.ts'
import { detach, parseSeries } from '../../../exposition/parse-series.ts'
import { createExpositionReader } from '../../../exposition/reader.ts'
import type { Columns, SeriesIndex } from '../../../signals/evaluate/series-index.ts'

/** Samples read from a file. */
export interface Recording {
  readonly series: SeriesIndex
  readonly samples: number
  /** Lines that are no sample with a time, and the first of them by number. */
  readonly malformed: number
  readonly firstMalformed?: number
  /** The last line was cut, and is left out. */
  readonly isTruncated?: boolean
  /** The first and the last sample. */
  readonly start: UnixSeconds
  readonly end: UnixSeconds
}

/** A recording cannot be read at all; the message is one line that names the file. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/**
 * Reads OpenMetrics or classic exposition text whose samples carry times, such as what `promtool tsdb
 * create-blocks-from openmetrics` accepts. A line that is not understood is counted.
 *
 * @throws RecordingError when the file cannot be read or holds no sample with a time
 */
export async function loadRecording(path: string): Promise<Recording> {
  const builder = createBuilder()
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
      builder.write(String(chunk))
    }
  } catch (error) {
    throw new RecordingError(`cannot read the recording ${path}: ${reasonOf(error)}`, { cause: error })
  }
  const recording = builder.build()
  if (recording === undefined) throw new RecordingError(`the recording ${path} holds no sample with a time: ${MEND}`)
  return recording
}

const MEND = 'a page of /metrics has none; give OpenMetrics text with timestamps'

/** Reads a recording's text; undefined when it holds no sample with a time. */
export function parseRecording(text: string): Recording | undefined {
  const builder = createBuilder()
  builder.write(text)
  return builder.build()
}

interface Growing {
  readonly name: string
  readonly labels: Columns['labels']
  readonly times: number[]
  readonly values: number[]
  isSorted: boolean
}

interface Builder {
  readonly write: (chunk: string) => void
  readonly build: () => Recording | undefined
}

function createBuilder(): Builder {
  const byText = new Map<string, Growing | undefined>()
  let samples = 0
  let malformed = 0
  let firstMalformed: number | undefined
  let start = Infinity
  let end = -Infinity
  const reader = createExpositionReader(add, ({ line }) => countMalformed(line))

  function add({ series: text, value, time }: ExpositionSample, line: number): void {
    const series = time === undefined ? undefined : seriesOf(text)
    if (time === undefined || series === undefined) {
      countMalformed(line)
      return
    }
    if (time < (series.times.at(-1) ?? -Infinity)) series.isSorted = false
    series.times.push(time)
    series.values.push(value)
    samples++
    start = Math.min(start, time)
    end = Math.max(end, time)
  }
  function countMalformed(line: number): void {
    malformed++
    firstMalformed ??= line
  }
  function seriesOf(text: string): Growing | undefined {
    if (byText.has(text)) return byText.get(text)
    const parsed = parseSeries(text)
    const series = parsed === undefined ? undefined : { ...parsed, times: [], values: [], isSorted: true }
    byText.set(detach(text), series)
    return series
  }
  function build(): Recording | undefined {
    const { isTruncated } = reader.end()
    if (samples === 0) return undefined
    const byName = new Map<string, Columns[]>()
    for (const series of byText.values()) {
      if (series !== undefined) keptIn(byName, series.name, () => []).push(columnsOf(series))
    }
    return {
      series: { byName },
      samples,
      malformed,
      ...(firstMalformed !== undefined && { firstMalformed }),
      ...(isTruncated && { isTruncated }),
      start: unixSeconds(start / 1000),
      end: unixSeconds(end / 1000),
    }
  }
  return { write: reader.write, build }
}

function columnsOf({ labels, times, values, isSorted }: Growing): Columns {
  const order = Array.from(times.keys())
  if (!isSorted) order.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0))
  return {
    labels,
    times: isSorted ? Float64Array.from(times) : Float64Array.from(order, (index) => times[index] ?? 0),
    values: isSorted ? Float64Array.from(values) : Float64Array.from(order, (index) => values[index] ?? NaN),
    staleTimes: new Float64Array(0),
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'read failed'
}
