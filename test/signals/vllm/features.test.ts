import { describe, expect, it } from 'vitest'
import type { Labels } from '../../../src/domain/series.ts'
import { minutes, seconds, unixSeconds } from '../../../src/domain/time.ts'
import { evaluate } from '../../../src/signals/evaluate/evaluate.ts'
import { createSeriesIndex } from '../../../src/signals/evaluate/series-index.ts'
import { readByAll } from '../../../src/signals/family.ts'
import type { Signal } from '../../../src/signals/signal.ts'
import { familiesOf } from '../../../src/signals/term.ts'
import {
  awake,
  loraWaitedAgo,
  promptComputed,
  specAcceptance,
  waitingDeferred,
} from '../../../src/signals/vllm/features.ts'

const END = unixSeconds(1_796_000_000)
const AT = 1_795_999_990

type Told = readonly [name: string, labels: Labels, ...values: readonly number[]]

/** The signal's value of series that are told by their values, the last of them now and a minute apart. */
function read(signal: Signal, told: readonly Told[]): readonly number[] {
  const series = told.map(([name, labels, ...values]) => ({
    name: `vllm:${name}`,
    labels,
    samples: values.map((value, index) => ({ at: unixSeconds(AT - 60 * (values.length - 1 - index)), value })),
    staleAt: [],
  }))
  const names = familiesOf(signal.term).map((family) => [family.id, readByAll(family.names[0] ?? '')] as const)
  const context = { matchers: [], by: [], range: minutes(5), offset: seconds(0) }
  return evaluate(signal.term, {
    ...context,
    names: Object.fromEntries(names),
    series: createSeriesIndex(series),
    time: END,
    rangeStart: 'closed',
  }).map(({ value }) => value)
}

const adapters = (running: string, waiting: string, at: number): Told => [
  'lora_requests_info',
  { max_lora: '2', running_lora_adapters: running, waiting_lora_adapters: waiting },
  at,
]

describe('the time since an adapter waited', () => {
  it.each<[string, readonly Told[], readonly number[]]>([
    ['is none while one waits', [adapters('a,b', 'c', AT - 1), adapters('a,b', '', AT - 9)], [0]],
    ['counts from when the last one waited', [adapters('a,b', 'c', AT - 31), adapters('a,b', '', AT - 1)], [30]],
    ['is unknown where none ever waited', [adapters('a', '', AT - 1), adapters('', '', AT - 60)], []],
    ['is unknown without adapters', [], []],
  ])('%s', (_, told, expected) => {
    expect(read(loraWaitedAgo, told)).toEqual(expected)
  })
})

describe('what only some fleets have', () => {
  it('takes deferred requests alone for deferred', () => {
    const told: readonly Told[] = [
      ['num_requests_waiting_by_reason', { reason: 'deferred', engine: '0' }, 4, 6],
      ['num_requests_waiting_by_reason', { reason: 'deferred', engine: '1' }, 1, 1],
      ['num_requests_waiting_by_reason', { reason: 'capacity', engine: '0' }, 90, 90],
    ]
    expect(read(waitingDeferred, told)).toEqual([6])
  })

  it('counts the prompt tokens that were computed, and no others', () => {
    const told: readonly Told[] = [
      ['prompt_tokens_by_source_total', { source: 'local_compute' }, 6_000, 6_600, 7_200, 7_800, 8_400],
      ['prompt_tokens_by_source_total', { source: 'local_cache_hit' }, 9_000, 18_000, 27_000, 36_000, 45_000],
    ]
    expect(read(promptComputed, told)).toEqual([10])
  })

  it('does not believe counters of drafts without an engine, which V0 fed wrongly', () => {
    const drafts = (labels: Labels): readonly Told[] => [
      ['spec_decode_num_accepted_tokens_total', labels, 0, 30, 60],
      ['spec_decode_num_draft_tokens_total', labels, 0, 100, 200],
    ]
    expect(read(specAcceptance, drafts({ model_name: 'm' }))).toEqual([])
    expect(read(specAcceptance, drafts({ model_name: 'm', engine: '0' }))).toEqual([0.3])
  })

  it('takes the state awake alone for being awake', () => {
    const told: readonly Told[] = [
      ['engine_sleep_state', { sleep_state: 'awake' }, 0],
      ['engine_sleep_state', { sleep_state: 'weights_offloaded' }, 1],
      ['engine_sleep_state', { sleep_state: 'discard_all' }, 0],
    ]
    expect(read(awake, told)).toEqual([0])
  })
})
