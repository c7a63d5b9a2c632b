import { say } from '../domain/text.ts'
import type { Family } from './family.ts'
import type { Signal } from './signal.ts'
import { last } from './term-builders.ts'

/** Written by whyslow itself, beside what it scrapes: no store has it. */
export const engineAnswers: Family = { id: 'engine_answers', type: 'gauge', names: ['whyslow_engine_answers'] }

/** 1 when the instance answers whyslow directly, 0 when not; absent where nobody asked. The fleet's value is how many do. */
export const serving: Signal = {
  id: 'serving',
  title: say`instances that answer when asked directly`,
  unit: 'instances',
  exposer: 'direct',
  witness: 'direct',
  term: last(engineAnswers, 'sum'),
  rows: 'now',
  baselined: false,
  enableWith: say`list the instances' URLs under the cluster's \`engines\``,
}
