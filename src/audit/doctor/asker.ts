import type { UnixSeconds } from '../../domain/time.ts'
import type { Api } from '../../lib/http-api.ts'
import { parseValue } from '../../lib/vector.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { Outcome } from '../../evidence/sources/reader/backend.ts'
import type { SeriesSeen } from './facts.ts'

/** Questions to the API in the shapes that the doctor needs; what fails is an outcome. */
export interface Asker {
  readonly scalar: (query: string) => Promise<Outcome<number>>
  /** No rows for an empty query. */
  readonly vector: (query: string, at: UnixSeconds) => Promise<Outcome<readonly SeriesSeen[]>>
  /** Times of the raw samples of each series. */
  readonly sampleTimes: (query: string, at: UnixSeconds) => Promise<Outcome<readonly (readonly number[])[]>>
  readonly labelValues: (
    label: string,
    selector: string,
    range: Readonly<Record<string, string>>,
  ) => Promise<Outcome<ReadonlySet<string>>>
  readonly get: <Value>(
    path: string,
    parameters: Readonly<Record<string, string>>,
    read: (data: unknown) => Value | undefined,
  ) => Promise<Outcome<Value>>
}

export function createAsker(api: Api): Asker {
  async function instant<Value>(
    form: Readonly<Record<string, string>>,
    read: (data: unknown) => Value | undefined,
  ): Promise<Outcome<Value>> {
    return shaped(await api.post('/api/v1/query', new URLSearchParams({ ...form, nocache: '1' })), read)
  }
  return {
    scalar: (query) => instant({ query }, readScalar),
    vector: async (query, at) =>
      query === '' ? { status: 'ok', value: [] } : instant({ query, time: String(at) }, readRows),
    sampleTimes: (query, at) => instant({ query, time: String(at) }, readTimes),
    labelValues: async (label, selector, range) => {
      const form = new URLSearchParams({ ...range, 'match[]': selector })
      return shaped(await api.get(`/api/v1/label/${encodeURIComponent(label)}/values`, form), readTexts)
    },
    get: async (path, parameters, read) => shaped(await api.get(path, new URLSearchParams(parameters)), read),
  }
}

function shaped<Value>(
  answer: Outcome<{ readonly data: unknown }>,
  read: (data: unknown) => Value | undefined,
): Outcome<Value> {
  if (answer.status === 'failed') return answer
  const value = read(answer.value.data)
  if (value !== undefined) return { status: 'ok', value }
  return { status: 'failed', reason: 'bad_answer', detail: 'answered JSON of another shape than the API has' }
}

/** A scalar, or the one row that VictoriaMetrics makes of it. */
function readScalar(data: unknown): number | undefined {
  if (!isRecord(data)) return undefined
  const { result } = data
  if (data['resultType'] === 'scalar') return valueOf(result)
  return readRows(data)?.[0]?.value
}

function readRows(data: unknown): readonly SeriesSeen[] | undefined {
  return resultsOf(data, 'vector')?.flatMap((row) => {
    const value = valueOf(row['value'])
    return value === undefined ? [] : [{ labels: labelsOf(row['metric']), value }]
  })
}

function readTimes(data: unknown): readonly (readonly number[])[] | undefined {
  return resultsOf(data, 'matrix')?.map(({ values }) => {
    const samples: readonly unknown[] = Array.isArray(values) ? values : []
    return samples.flatMap((sample) => (Array.isArray(sample) && typeof sample[0] === 'number' ? [sample[0]] : []))
  })
}

function resultsOf(data: unknown, type: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!isRecord(data) || data['resultType'] !== type || !Array.isArray(data['result'])) return undefined
  const rows: readonly unknown[] = data['result']
  return rows.filter(isRecord)
}

/** `[time, "value"]` */
function valueOf(pair: unknown): number | undefined {
  const text: unknown = Array.isArray(pair) ? pair[1] : undefined
  if (typeof text !== 'string') return undefined
  const value = parseValue(text)
  return Number.isFinite(value) ? value : undefined
}

function labelsOf(metric: unknown): SeriesSeen['labels'] {
  if (!isRecord(metric)) return {}
  return Object.fromEntries(
    Object.entries(metric).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function readTexts(data: unknown): ReadonlySet<string> | undefined {
  // VictoriaMetrics answers null where Prometheus answers an empty list.
  if (data === null) return new Set()
  if (!Array.isArray(data)) return undefined
  const texts: readonly unknown[] = data
  return new Set(texts.filter((text) => typeof text === 'string'))
}
