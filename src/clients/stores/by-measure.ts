import type { Answered } from '../../lib/outcome.ts'
import { type Measure, countsOf } from '../to-reading.ts'
import type { CountingStore, StoreCounts } from './counting-store.ts'

export interface MeasureAnswer {
  readonly measure: Measure
  readonly answer: Answered<{
    readonly values: ReadonlyMap<string, number>
    readonly isPartial: boolean
    readonly isCut: boolean
  }>
}

/**
 * Counts by client from answers of which each tells one measure. Without the requests there is no answer; another measure
 * that could not be read is left out.
 */
export function toStoreCounts(
  answers: readonly MeasureAnswer[],
  isLimit: CountingStore['isLimit'],
): Answered<StoreCounts> {
  const failed = answers.flatMap(({ measure, answer }) => (answer.status === 'failed' ? [{ measure, answer }] : []))
  const fatal = failed.find(({ measure, answer }) => measure === 'requests' || isLimit(answer))
  if (fatal !== undefined) return fatal.answer
  const told = answers.flatMap(({ measure, answer }) => (answer.status === 'ok' ? [{ measure, ...answer.value }] : []))
  const names = new Set(told.flatMap(({ values }) => [...values.keys()]))
  const byClient = [...names].map((name) => {
    const values = told.map(({ measure, values: own }) => [measure, own.get(name) ?? 0] as const)
    return [name, countsOf(values)] as const
  })
  return {
    status: 'ok',
    value: {
      byClient: new Map(byClient),
      isCut: told.some(({ isCut }) => isCut),
      isPartial: told.some(({ isPartial }) => isPartial),
      notes: failed.map(
        ({ measure, answer }) => `${WORDS[measure]} could not be read: ${answer.detail ?? answer.reason}`,
      ),
    },
  }
}

const WORDS: Readonly<Record<Measure, string>> = {
  requests: 'requests',
  failures: 'failures',
  promptTokens: 'prompt tokens',
  outputTokens: 'output tokens',
  requestBytes: 'sizes of requests',
  busySeconds: 'durations',
  attempts: 'tries',
}
