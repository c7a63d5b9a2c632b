import { escapeRegex } from '../../../signals/escape.ts'
import type { Backend } from './backend.ts'
import { commonEdges } from './bounds.ts'
import { type Answered, type Plan, readBatches } from './read-batches.ts'

/** During an upgrade buckets differ between instances: such quantiles are read again, on the edges that all have. */
export async function rereadMixedBuckets<Asked extends Plan>(
  backend: Backend,
  answers: readonly Answered<Asked>[],
): Promise<readonly Answered<Asked>[]> {
  const mixed = answers.flatMap(({ plan, answer }) => {
    const values = answer.status === 'ok' ? answer.value.values : []
    const edges = commonEdges(values.filter(({ part }) => part === 'edges'))
    return edges === undefined ? [] : [narrowed(plan, edges)]
  })
  const again = new Map((await readBatches(backend, mixed)).map((one) => [one.plan.id, one]))
  return answers.map((one) => {
    const other = again.get(one.plan.id)
    return other === undefined
      ? one
      : { ...other, note: `${one.plan.id}: buckets differ between instances, ${ON_COMMON}` }
  })
}

const ON_COMMON = 'read on the edges that all of them have'

/** The denominator counts observations and has no buckets. */
function narrowed<Asked extends Plan>(plan: Asked, edges: readonly string[]): Asked {
  const le = { name: 'le', op: '=~', value: edges.map(escapeRegex).join('|') } as const
  const parts = plan.parts.map((part) =>
    part.name === 'denominator'
      ? part
      : { ...part, context: { ...part.context, matchers: [...part.context.matchers, le] } },
  )
  return { ...plan, parts }
}
