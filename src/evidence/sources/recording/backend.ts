import type { UnixSeconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'
import { type RangeStart, rangeAt } from '../../../signals/evaluate/at-time.ts'
import { evaluate } from '../../../signals/evaluate/evaluate.ts'
import { type Columns, type SeriesIndex, selectSeries, toMilliseconds } from '../../../signals/evaluate/series-index.ts'
import { groupTracks } from '../reader/group-tracks.ts'
import type { NameQuestion, Outcome, Part, PartValues, RangeBackend, RangeRow } from '../reader/backend.ts'

export interface RecordingBackendOptions {
  readonly name: string
  readonly series: SeriesIndex
  readonly time: UnixSeconds
  readonly rangeStart: RangeStart
}

/** Recorded samples, asked as a server would be. */
export function createRecordingBackend({ name, series, time, rangeStart }: RecordingBackendOptions): RangeBackend {
  let queries = 0

  function findNames(questions: readonly NameQuestion[], window: Window): Promise<Outcome<ReadonlySet<string>>> {
    const found = questions.flatMap(({ names, matchers }) =>
      names.filter((metric) => selectSeries(series, metric, matchers).some((columns) => hasSamplesIn(columns, window))),
    )
    return Promise.resolve({ status: 'ok', value: new Set(found) })
  }
  function findLabelValues(
    label: string,
    { names, matchers }: NameQuestion,
    window: Window,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const found = names
      .flatMap((metric) => selectSeries(series, metric, matchers))
      .filter((columns) => hasSamplesIn(columns, window))
      .flatMap(({ labels }) => labels[label] ?? [])
    return Promise.resolve({ status: 'ok', value: new Set(found) })
  }
  function read(parts: readonly Part[]): Promise<Outcome<PartValues>> {
    queries++
    const values = parts.flatMap(({ signal, name: part, term, context }) =>
      evaluate(term, { ...context, series, time, rangeStart }).map(({ labels, value }) => ({
        signal,
        part,
        labels,
        value,
      })),
    )
    return Promise.resolve({ status: 'ok', value: { values, isPartial: false } })
  }
  function readRange(parts: readonly Part[], times: readonly UnixSeconds[]): Promise<Outcome<readonly RangeRow[]>> {
    queries++
    const rows = parts.flatMap(({ signal, term, context }) => {
      const moments = times.map((at) => evaluate(term, { ...context, series, time: at, rangeStart }))
      return groupTracks(moments, context.by).map((row) => ({ signal, ...row }))
    })
    return Promise.resolve({ status: 'ok', value: rows })
  }
  return { name, findNames, findLabelValues, read, readRange, queries: () => queries, notes: () => [] }
}

function hasSamplesIn(columns: Columns, { start, end }: Window): boolean {
  const until = toMilliseconds(end)
  return rangeAt(columns, { end: until, range: until - toMilliseconds(start), rangeStart: 'closed' }) !== undefined
}
