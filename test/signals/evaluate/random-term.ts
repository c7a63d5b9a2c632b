import fc from 'fast-check'
import type { Matcher } from '../../../src/domain/matcher.ts'
import { seconds } from '../../../src/domain/time.ts'
import { type Family, type NameChoice, type ResolvedNames, readByAll } from '../../../src/signals/family.ts'
import type { LabelProductTerm, NumberTerm, Term } from '../../../src/signals/term.ts'
import type { TermContext } from '../../../src/signals/to-promql.ts'
import { LENGTH, START } from './random-series.ts'

export const WAITING: Family = { id: 'waiting', type: 'gauge', names: ['vllm:num_requests_waiting'] }
export const EVENTS: Family = { id: 'events', type: 'counter', names: ['vllm:events_total'] }
export const WAIT: Family = { id: 'wait', type: 'histogram', names: ['vllm:wait_seconds'] }
export const CONFIG: Family = { id: 'config', type: 'gauge', names: ['vllm:config_info'] }
export const GONE: Family = { id: 'gone', type: 'gauge', names: ['vllm:gone'] }
/** The older name is read of the one instance that has no other. */
const NAMES: ResolvedNames = {
  waiting: oldAndNew('num_requests_waiting'),
  events: oldAndNew('events_total'),
  wait: oldAndNew('wait_seconds'),
  config: oldAndNew('config_info'),
  gone: readByAll('vllm:gone'),
}

function oldAndNew(name: string): readonly NameChoice[] {
  const ofOld: Matcher = { name: 'instance', op: '=~', value: String.raw`10\.0\.0\.3:8000` }
  return [...readByAll(`vllm:${name}`), { name: `vllm:old_${name}`, matchers: [ofOld] }]
}

const over = fc.option(fc.constantFrom(45, 60, 300, 1_800).map(seconds), { nil: undefined })
const across = fc.constantFrom('sum', 'max', 'min', 'avg', 'count')
const matcher: fc.Arbitrary<Matcher> = fc.constantFrom<Matcher>(
  { name: 'engine', op: '=', value: '0' },
  { name: 'engine', op: '!=', value: '1' },
  { name: 'engine', op: '=', value: '' },
  { name: 'job', op: '=~', value: 'vllm.*' },
  { name: 'job', op: '!~', value: 'vllm' },
  { name: 'model_name', op: '=', value: String.raw`q"uo\te` },
  { name: 'instance', op: '=~', value: String.raw`10\.0\.0\.[12]:8000` },
)
const where = fc.array(matcher, { maxLength: 1 })

const leaf: fc.Arbitrary<NumberTerm> = fc
  .oneof(
    fc.record({
      kind: fc.constant('gauge' as const),
      family: fc.constantFrom(WAITING, WAITING, WAITING, WAITING, GONE),
      stat: fc.constantFrom('last', 'max', 'min', 'avg', 'age'),
      across,
      where,
      atLeast: fc.option(fc.constantFrom(0, 7, 20.5), { nil: undefined }),
      over,
    }),
    fc.record({ kind: fc.constant('growth' as const), family: fc.constant(WAITING), over }),
    fc.record({ kind: fc.constant('changes' as const), family: fc.constant(WAITING), over }),
    fc.record({
      kind: fc.constant('counter' as const),
      family: fc.constant(EVENTS),
      stat: fc.constantFrom('rate', 'increase', 'resets'),
      across: fc.option(across, { nil: undefined }),
      where,
      below: fc.constantFrom(undefined, undefined, undefined, 500, 5_000, 1e15),
      elseZero: fc.constantFrom(undefined, undefined, true as const),
      over,
    }),
    fc.record({
      kind: fc.constant('histogram' as const),
      family: fc.constant(WAIT),
      stat: fc.constantFrom('mean', 'rate'),
      over,
    }),
    fc.record({
      kind: fc.constant('histogram' as const),
      family: fc.constant(WAIT),
      stat: fc.constant('quantile' as const),
      q: fc.constantFrom(0, 0.1, 0.5, 0.95, 0.99, 1, -1, 1.5),
      over,
    }),
  )
  .map(withoutUndefined)

const inner: fc.Arbitrary<NumberTerm> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('scaled' as const),
      term: leaf,
      factor: fc.constantFrom(-1, 0, 1e-9, 100, 2.5),
    }),
  },
)

const labelProduct: fc.Arbitrary<LabelProductTerm> = fc.record({
  kind: fc.constant('label_product' as const),
  family: fc.constantFrom(CONFIG, CONFIG, CONFIG, GONE),
  labels: fc.constantFrom<LabelProductTerm['labels']>(['block_size', 'num_gpu_blocks'], ['block_size'], ['absent']),
  where,
})

export const randomTerm: fc.Arbitrary<Term> = fc.oneof(
  { weight: 4, arbitrary: inner },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ratio' as const), of: inner, by: inner }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('difference' as const), of: inner, less: inner }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sum' as const), terms: fc.tuple(inner, inner, inner) }),
  },
  { weight: 1, arbitrary: labelProduct },
)

export interface Case {
  readonly term: Term
  readonly context: TermContext
}

export const randomCase: fc.Arbitrary<Case> = fc.record({
  term: randomTerm,
  context: fc.record({
    names: fc.constant(NAMES),
    matchers: fc.array(matcher, { maxLength: 1 }),
    by: fc.constantFrom<readonly string[]>([], ['instance'], ['instance', 'engine', 'model_name'], ['job', 'absent']),
    range: fc.constantFrom(30, 60, 75.5, 300, 600, 3_600).map(seconds),
    offset: fc.constantFrom(0, 0, 15, 0.5, 300, 1_234, 3_600).map(seconds),
  }),
})

/** Even seconds hit samples exactly, so that the borders of ranges are tried. */
export const randomTime: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: (LENGTH + 900) / 15 }).map((scrapes) => START + scrapes * 15),
  fc.integer({ min: 0, max: (LENGTH + 900) * 1000 }).map((milliseconds) => START + milliseconds / 1000),
)

function withoutUndefined(term: object): NumberTerm {
  return Object.fromEntries(Object.entries(term).filter(([, value]) => value !== undefined)) as unknown as NumberTerm
}
