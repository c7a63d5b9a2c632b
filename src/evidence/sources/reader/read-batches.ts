import type { Backend, Outcome, Part, PartValues } from './backend.ts'

/** What is asked of one signal. */
export interface Plan {
  readonly id: string
  readonly parts: readonly Part[]
}

/** Of one query: enough for the greatest signal alone, and short enough for a proxy that lets only GET through. */
const MOST_PARTS = 14

export interface Answered<Asked extends Plan> {
  readonly plan: Asked
  readonly answer: Outcome<PartValues>
  /** One line on how it was read, where not as planned. */
  readonly note?: string
}

/**
 * Reads all plans at once, small ones together in one query, so that a signal more hardly costs a query more. A query
 * that fails fails all that it asked for.
 */
export async function readBatches<Asked extends Plan>(
  backend: Backend,
  plans: readonly Asked[],
): Promise<readonly Answered<Asked>[]> {
  const answers = await Promise.all(pack(plans).map((batch) => readBatch(backend, batch)))
  return answers.flat()
}

/** In order, a batch being full when the next plan does not fit. */
function pack<Asked extends Plan>(plans: readonly Asked[]): readonly (readonly Asked[])[] {
  const batches: Asked[][] = []
  let room = 0
  for (const plan of plans) {
    const batch = batches.at(-1)
    if (batch === undefined || plan.parts.length > room) {
      batches.push([plan])
      room = MOST_PARTS - plan.parts.length
      continue
    }
    batch.push(plan)
    room -= plan.parts.length
  }
  return batches
}

async function readBatch<Asked extends Plan>(
  backend: Backend,
  batch: readonly Asked[],
): Promise<readonly Answered<Asked>[]> {
  const answer = await backend.read(batch.flatMap(({ parts }) => parts))
  if (answer.status === 'failed') return batch.map((plan) => ({ plan, answer }))
  const { values, isPartial } = answer.value
  if (batch.length === 1) return batch.map((plan) => ({ plan, answer }))
  return batch.map((plan) => ({
    plan,
    answer: { status: 'ok', value: { values: values.filter(({ signal }) => signal === plan.id), isPartial } },
  }))
}
