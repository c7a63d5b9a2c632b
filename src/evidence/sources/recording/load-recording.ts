import { createReadStream } from 'node:fs'
import { type UnixSeconds, unixSeconds } from '../../../domain/time.ts'
import type { Columns, SeriesIndex } from '../../../signals/evaluate/series-index.ts'
import { type Line, parseLine, parseSeries } from './parse-line.ts'

/** Samples read from a file. */
export interface Recording {
  readonly series: SeriesIndex
  readonly samples: number
  /** Lines that are no sample with a time, and the first of them by number. */
  readonly malformed: number
  readonly firstMalformed?: number
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
    let rest = ''
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) builder.add(line)
    }
    builder.add(rest)
  } catch (error) {
    throw new RecordingError(`cannot read the recording ${path}: ${reasonOf(error)}`, { cause: error })
  }
  const recording = builder.build()
  if (recording === undefined) throw new RecordingError(`the recording ${path} holds no sample with a time`)
  return recording
}

/** Reads a recording's text; undefined when it holds no sample with a time. */
export function parseRecording(text: string): Recording | undefined {
  const builder = createBuilder()
  for (const line of text.split('\n')) builder.add(line)
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
  readonly add: (line: string) => void
  readonly build: () => Recording | undefined
}

function createBuilder(): Builder {
  const byText = new Map<string, Growing | undefined>()
  let samples = 0
  let lines = 0
  let malformed = 0
  let firstMalformed: number | undefined
  let start = Infinity
  let end = -Infinity

  function add(raw: string): void {
    lines++
    const text = raw.trim()
    if (text === '' || text.startsWith('#')) return
    const line = parseLine(text)
    const series = line === undefined ? undefined : seriesOf(line)
    if (line === undefined || series === undefined) {
      malformed++
      firstMalformed ??= lines
      return
    }
    if (line.time < (series.times.at(-1) ?? -Infinity)) series.isSorted = false
    series.times.push(line.time)
    series.values.push(line.value)
    samples++
    start = Math.min(start, line.time)
    end = Math.max(end, line.time)
  }
  function seriesOf({ series: text }: Line): Growing | undefined {
    if (byText.has(text)) return byText.get(text)
    const parsed = parseSeries(text)
    const series = parsed === undefined ? undefined : { ...parsed, times: [], values: [], isSorted: true }
    byText.set(text, series)
    return series
  }
  function build(): Recording | undefined {
    if (samples === 0) return undefined
    const byName = new Map<string, Columns[]>()
    for (const series of byText.values()) {
      if (series === undefined) continue
      const known = byName.get(series.name)
      if (known === undefined) byName.set(series.name, [columnsOf(series)])
      else known.push(columnsOf(series))
    }
    return {
      series: { byName },
      samples,
      malformed,
      ...(firstMalformed !== undefined && { firstMalformed }),
      start: unixSeconds(start / 1000),
      end: unixSeconds(end / 1000),
    }
  }
  return { add, build }
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
