import type { Seconds, UnixSeconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'
import { selectorMatchers } from '../../../signals/selector.ts'
import { durationText, toPromql } from '../../../signals/to-promql.ts'
import { namePattern } from '../../../signals/vllm-names.ts'
import type { NameQuestion, Outcome, Part, PartValues, RangeBackend, RangeRow } from '../reader/backend.ts'
import { stepOf } from '../reader/history-steps.ts'
import type { Api } from '../../../lib/http-api.ts'
import type { Envelope } from '../../../lib/api-envelope.ts'
import { PART_LABEL, readTracksOf, readVector } from './vector.ts'

export interface PrometheusBackendOptions {
  readonly api: Api
  /** When queries are evaluated. */
  readonly time: UnixSeconds
  readonly timeout: Seconds
}

/** As many notes as a person would read. */
const MOST_NOTES = 20

/** Prometheus, or what speaks its API: Thanos, Mimir, VictoriaMetrics. */
export function createPrometheusBackend({ api, time, timeout }: PrometheusBackendOptions): RangeBackend {
  const notes = new Set<string>()

  async function findNames(questions: readonly NameQuestion[], window: Window): Promise<Outcome<ReadonlySet<string>>> {
    return labelValues('__name__', questions, window)
  }
  async function labelValues(
    label: string,
    questions: readonly NameQuestion[],
    { start, end }: Window,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const form = new URLSearchParams({ start: String(start), end: String(end) })
    for (const question of questions) form.append('match[]', selectorOf(question))
    const answer = noted(await api.get(`/api/v1/label/${encodeURIComponent(label)}/values`, form))
    if (answer.status === 'failed') return answer
    const values: unknown = answer.value.data
    // VictoriaMetrics answers null where Prometheus answers an empty list.
    if (values === null) return { status: 'ok', value: new Set() }
    if (!Array.isArray(values)) return badAnswer('the label values are no list')
    return { status: 'ok', value: new Set(values.filter((value) => typeof value === 'string')) }
  }
  async function read(parts: readonly Part[]): Promise<Outcome<PartValues>> {
    // nocache: VictoriaMetrics rounds times to its step without it, and others leave it alone.
    const form = { query: queryOf(parts), time: String(time), timeout: durationText(timeout), nocache: '1' }
    const answer = noted(await api.post('/api/v1/query', new URLSearchParams(form)))
    if (answer.status === 'failed') return answer
    const values = readVector(answer.value.data, parts)
    if (values === undefined) return badAnswer('the answer to a query is no vector')
    return { status: 'ok', value: { values, isPartial: answer.value.isPartial || answer.value.warnings.length > 0 } }
  }
  async function readRange(
    parts: readonly Part[],
    times: readonly UnixSeconds[],
  ): Promise<Outcome<readonly RangeRow[]>> {
    const [start = time, end = start] = [times[0], times.at(-1)]
    const range = { start: String(start), end: String(end), step: String(stepOf(times)) }
    const form = { query: queryOf(parts), ...range, timeout: durationText(timeout), nocache: '1' }
    const answer = noted(await api.post('/api/v1/query_range', new URLSearchParams(form)))
    if (answer.status === 'failed') return answer
    const rows = readTracksOf(answer.value.data, parts, times)
    return rows === undefined ? badAnswer('the answer to a range query is no matrix') : { status: 'ok', value: rows }
  }
  function noted(answer: Outcome<Envelope>): Outcome<Envelope> {
    const said = answer.status === 'failed' ? [failureNote(answer.reason, answer.detail)] : saidIn(answer.value)
    for (const note of said) if (notes.size < MOST_NOTES) notes.add(note)
    return answer
  }
  return {
    name: 'prometheus',
    findNames,
    findLabelValues: (label, question, window) => labelValues(label, [question], window),
    read,
    readRange,
    queries: api.requests,
    notes: () => [...notes],
  }
}

/** All parts in one query: each carries its place in it as a label, so that none hides another. */
function queryOf(parts: readonly Part[]): string {
  return parts
    .flatMap(({ term, context }, index) => {
      const expression = toPromql(term, context)
      return expression === undefined ? [] : [`label_replace(${expression}, "${PART_LABEL}", "${index}", "", "")`]
    })
    .join(' or ')
}

function selectorOf({ names, matchers }: NameQuestion): string {
  const name = { name: '__name__', op: '=~', value: namePattern(names) } as const
  return selectorMatchers([...matchers, name])
}

function saidIn({ warnings, infos, isPartial }: Envelope): readonly string[] {
  return [...warnings, ...infos, ...(isPartial ? ['the answer is partial: a storage node did not answer'] : [])]
}

function failureNote(reason: string, detail: string | undefined): string {
  return detail === undefined ? reason : `${reason}: ${detail}`
}

function badAnswer(detail: string): Outcome<never> {
  return { status: 'failed', reason: 'bad_answer', detail }
}
