import { describe, expect, it } from 'vitest'
import type { Cause } from '../../src/domain/cause.ts'
import { CAUSES } from '../../src/domain/cause.ts'
import type { Certainty } from '../../src/domain/diagnosis.ts'
import type { Expectations } from '../../src/domain/evidence.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'
import type { Told } from '../support/evidence.ts'

interface Row {
  readonly name: string
  readonly told: Readonly<Record<string, Told>>
  readonly cause: Cause
  readonly certainty: Certainty
  readonly expectations?: Expectations
  /** Signals that are not there. */
  readonly without?: readonly string[]
}

const HOT = { a: 1200, b: 100, c: 100, d: 100 }
const QUEUED = { now: 40, before: 0, rows: { a: 40, b: 0, c: 0, d: 0 } }
const EVERYWHERE_QUEUED = { now: 80, before: 0, rows: onEach(20) }
const SLOW_QUEUE = {
  queue_time: { now: 6, before: 0.05, rows: { a: 7.5, b: 0.1, c: 0.1, d: 0.1 } },
  e2e_time: { now: 14.5, before: 8.5, rows: {} },
}

const ROWS: readonly Row[] = [
  { name: 'a fleet at work as an hour ago', told: {}, cause: 'healthy', certainty: 'firm' },
  {
    name: 'a fleet without gateway metrics is healthy, but the gateway is not ruled out',
    told: {},
    without: ['gateway_latency'],
    cause: 'healthy',
    certainty: 'tentative',
  },
  {
    name: 'one of four takes the arrivals',
    told: { arrivals: { now: 1500, rows: HOT }, waiting_mean: QUEUED, ...SLOW_QUEUE },
    cause: 'queue.skew',
    certainty: 'firm',
  },
  {
    name: 'the same without queue times',
    told: { arrivals: { now: 1500, rows: HOT }, waiting_mean: QUEUED },
    without: ['queue_time'],
    cause: 'queue.skew',
    certainty: 'tentative',
  },
  {
    name: 'one engine of each server takes the arrivals',
    told: {
      arrivals: { now: 1500, rows: { 'a/0': 900, 'a/1': 50, 'b/0': 275, 'b/1': 275 } },
      waiting_mean: { now: 40, before: 0, rows: { 'a/0': 40, 'a/1': 0, 'b/0': 0, 'b/1': 0 } },
      ...SLOW_QUEUE,
      queue_time: { now: 6, before: 0.05, rows: { 'a/0': 9 } },
    },
    cause: 'queue.skew.dp',
    certainty: 'firm',
  },
  {
    name: 'a queue on one instance whose arrivals are fair',
    told: { waiting_mean: QUEUED, ...SLOW_QUEUE },
    cause: 'queue',
    certainty: 'tentative',
  },
  {
    name: 'everyone is full and works harder than before',
    told: {
      waiting_mean: EVERYWHERE_QUEUED,
      kv_peak: { now: 0.97, rows: onEach(0.97) },
      generation: { now: 3000, before: 2000, rows: {} },
      ...SLOW_QUEUE,
    },
    cause: 'queue.capacity',
    certainty: 'firm',
  },
  {
    name: 'everyone is full and does less than before: not more demand',
    told: {
      waiting_mean: EVERYWHERE_QUEUED,
      kv_peak: { now: 0.97, rows: onEach(0.97) },
      generation: { now: 1500, before: 2000, rows: {} },
      prompt_rate: { now: 8000, before: 9000, rows: {} },
      ...SLOW_QUEUE,
    },
    cause: 'queue',
    certainty: 'tentative',
  },
  {
    name: 'the same plateau on all, blocks free',
    told: {
      waiting_mean: EVERYWHERE_QUEUED,
      running_mean: { now: 64, before: 40, rows: onEach([16, 10] as const) },
      running_most: { now: 64, rows: onEach(16) },
      ...SLOW_QUEUE,
    },
    cause: 'sched.max_num_seqs',
    certainty: 'firm',
  },
  {
    name: 'a plateau that is not the configured cap',
    told: {
      waiting_mean: EVERYWHERE_QUEUED,
      running_mean: { now: 64, before: 40, rows: onEach([16, 10] as const) },
      running_most: { now: 64, rows: onEach(16) },
      ...SLOW_QUEUE,
    },
    expectations: { maxNumSeqs: 256 },
    cause: 'queue',
    certainty: 'tentative',
  },
  {
    name: 'a plateau of two instances may be chance',
    told: {
      waiting_mean: { now: 40, before: 0, rows: { a: 20, b: 20 } },
      running_mean: { now: 32, before: 20, rows: { a: [16, 10], b: [16, 10] } },
      running_most: { now: 32, rows: { a: 16, b: 16 } },
      ...SLOW_QUEUE,
    },
    cause: 'sched.max_num_seqs',
    certainty: 'tentative',
  },
  {
    name: 'evictions with a full cache',
    told: {
      preemptions: { now: 300, rows: onEach(75) },
      preemptions_per_request: { now: 0.4, rows: onEach(0.4) },
      kv_peak: { now: 1, rows: onEach(1) },
      inter_token_latency: { now: 0.04, before: 0.02, rows: {} },
    },
    cause: 'kv.preemption_thrash',
    certainty: 'firm',
  },
  {
    name: 'a few evictions that nobody feels',
    told: {
      preemptions: { now: 300, rows: onEach(75) },
      preemptions_per_request: { now: 0.4, rows: onEach(0.4) },
      kv_peak: { now: 1, rows: onEach(1) },
    },
    cause: 'healthy',
    certainty: 'firm',
  },
  {
    name: 'longer prompts',
    told: {
      prompt_length: { now: 5400, before: 1800 },
      prefill_time: { now: 1.2, before: 0.4, rows: {} },
      e2e_time: { now: 9.3, before: 8.5, rows: {} },
    },
    cause: 'prefill.longer_prompts',
    certainty: 'firm',
  },
  {
    name: 'fewer prefix hits at the same length',
    told: {
      prefix_hit_ratio: { now: 0.1, before: 0.6, rows: {} },
      prefill_time: { now: 1.2, before: 0.4, rows: {} },
      e2e_time: { now: 9.3, before: 8.5, rows: {} },
    },
    cause: 'prefill.prefix_cache_drop',
    certainty: 'firm',
  },
  {
    name: 'slower prefill with the same prompts and hits',
    told: { prefill_time: { now: 1.2, before: 0.4, rows: {} }, e2e_time: { now: 9.3, before: 8.5, rows: {} } },
    cause: 'prefill',
    certainty: 'tentative',
  },
  {
    name: 'hot, slow clocks',
    told: {
      decode_time: { now: 12, before: 8, rows: {} },
      e2e_time: { now: 12.5, before: 8.5, rows: {} },
      inter_token_latency: { now: 0.03, before: 0.02, rows: {} },
      gpu_clock: { now: 1800, before: 1980, rows: { a: [1300, 1980], b: [1980, 1980] } },
      gpu_temperature: { now: 87, before: 66, rows: { a: [87, 66], b: [66, 66] } },
      thermal_throttling: { now: 0.5, rows: { a: 0.9, b: 0 } },
    },
    cause: 'decode.thermal_throttle',
    certainty: 'firm',
  },
  {
    name: 'cool, slow clocks at the power limit',
    told: {
      decode_time: { now: 12, before: 8, rows: {} },
      e2e_time: { now: 12.5, before: 8.5, rows: {} },
      inter_token_latency: { now: 0.03, before: 0.02, rows: {} },
      gpu_clock: { now: 1300, before: 1980, rows: onEach([1300, 1980] as const) },
      power_throttling: { now: 0.9, rows: onEach(0.9) },
    },
    cause: 'decode.power_cap',
    certainty: 'firm',
  },
  {
    name: 'more at once because more come',
    told: {
      decode_time: { now: 12, before: 8, rows: {} },
      e2e_time: { now: 12.5, before: 8.5, rows: {} },
      inter_token_latency: { now: 0.03, before: 0.02, rows: {} },
      running_mean: { now: 90, before: 40, rows: {} },
      completions: { now: 7.5, before: 5, rows: {} },
    },
    cause: 'decode.batch_growth',
    certainty: 'firm',
  },
  {
    name: 'more at once without more coming: something slows the tokens',
    told: {
      decode_time: { now: 12, before: 8, rows: {} },
      e2e_time: { now: 12.5, before: 8.5, rows: {} },
      inter_token_latency: { now: 0.03, before: 0.02, rows: {} },
      running_mean: { now: 60, before: 40, rows: {} },
    },
    cause: 'decode',
    certainty: 'tentative',
  },
  {
    name: 'more at once because more come, with no word from the GPUs',
    told: {
      decode_time: { now: 12, before: 8, rows: {} },
      e2e_time: { now: 12.5, before: 8.5, rows: {} },
      inter_token_latency: { now: 0.03, before: 0.02, rows: {} },
      running_mean: { now: 90, before: 40, rows: {} },
      completions: { now: 7.5, before: 5, rows: {} },
    },
    without: ['gpu_clock'],
    cause: 'decode.batch_growth',
    certainty: 'tentative',
  },
  {
    name: 'long answers, quick tokens',
    told: {
      decode_time: { now: 20, before: 8, rows: {} },
      e2e_time: { now: 20.5, before: 8.5, rows: {} },
      output_length: { now: 1000, before: 400 },
      running: { now: 100, rows: {} },
    },
    cause: 'decode.runaway_generation',
    certainty: 'tentative',
  },
  {
    name: 'tokens in the API server',
    told: { e2e_time: { now: 12.5, before: 8.5, rows: {} }, gateway_latency: { now: 12.6, before: 8.6 } },
    cause: 'frontend',
    certainty: 'firm',
  },
  {
    name: 'seconds at the gateway',
    told: { gateway_latency: { now: 13, before: 8.6 } },
    cause: 'outside',
    certainty: 'firm',
  },
  {
    name: 'nothing comes any more',
    told: {
      completions: { now: 0, before: 5, rows: {} },
      running: { now: 0, rows: onEach(0) },
      generation: { now: 0, before: 2000, rows: onEach(0) },
      generation_recent: { now: 0, rows: onEach(0) },
    },
    cause: 'outside',
    certainty: 'firm',
  },
  {
    name: 'an engine that makes no steps',
    told: {
      generation_recent: { now: 1500, rows: { ...onEach(500), b: 0 } },
      steps_recent: { now: 120, rows: { ...onEach(40), b: 0 } },
    },
    cause: 'engine.hang',
    certainty: 'firm',
  },
  {
    name: 'an engine that makes steps and no tokens is in a long prefill',
    told: { generation_recent: { now: 1500, rows: { ...onEach(500), b: 0 } } },
    cause: 'healthy',
    certainty: 'firm',
  },
  {
    name: 'a target that does not answer: dead, or only its scrape',
    told: {
      up: { now: 3, before: 4, rows: { ...onEach(1), d: 0 } },
      completions: { now: 5, before: 5, rows: { a: [1.7, 1.25], b: [1.7, 1.25], c: [1.7, 1.25] } },
    },
    cause: 'instance.down',
    certainty: 'tentative',
  },
  {
    name: 'fewer instances than expected',
    told: {},
    expectations: { instances: 5 },
    cause: 'instance.down',
    certainty: 'tentative',
  },
  {
    name: 'an instance that starts again and again',
    told: {
      restarts: { now: 4, rows: { ...onEach(0), c: 4 } },
      counter_resets: { now: 3, rows: { ...onEach(0), c: 3 } },
    },
    cause: 'engine.crash_loop',
    certainty: 'firm',
  },
  {
    name: 'two deploys within half an hour are no loop for sure',
    told: { restarts: { now: 8, rows: onEach(2) }, counter_resets: { now: 8, rows: onEach(2) } },
    cause: 'engine.crash_loop',
    certainty: 'tentative',
  },
  {
    name: 'one throttled GPU of four, which the means of the fleet hide',
    told: {
      inter_token_latency: { now: 0.022, before: 0.02, rows: { ...onEach([0.02, 0.02] as const), a: [0.03, 0.02] } },
      gpu_clock: { now: 1800, before: 1980, rows: { ...onEach([1980, 1980] as const), a: [1300, 1980] } },
      gpu_temperature: { now: 87, before: 66, rows: { ...onEach([66, 66] as const), a: [87, 66] } },
      thermal_throttling: { now: 0.2, rows: { ...onEach(0), a: 0.9 } },
    },
    cause: 'decode.thermal_throttle',
    certainty: 'firm',
  },
  {
    name: 'a gateway that serves others, too, may be slow with theirs',
    told: { gateway_latency: { now: 13, before: 8.6 }, gateway_requests: { now: 9 } },
    cause: 'outside',
    certainty: 'tentative',
  },
  {
    name: 'latency that has begun to rise',
    told: { e2e_time: { now: 10, before: 8.5, rows: {} }, decode_time: { now: 9.5, before: 8, rows: {} } },
    cause: 'healthy',
    certainty: 'tentative',
  },
  {
    name: 'an instance that has just started',
    told: {
      restarts: { now: 1, rows: { ...onEach(0), c: 1 } },
      counter_resets: { now: 1, rows: { ...onEach(0), c: 1 } },
    },
    cause: 'healthy',
    certainty: 'tentative',
  },
  {
    name: 'an instance that has finished nothing',
    told: { completions: { now: 5, before: 5, rows: { ...onEach([1.25, 1.25] as const), c: [0, 1.25] } } },
    cause: 'healthy',
    certainty: 'tentative',
  },
  {
    name: 'half of the requests do not come any more',
    told: { completions: { now: 2.5, before: 5, rows: onEach([0.6, 1.25] as const) } },
    cause: 'healthy',
    certainty: 'tentative',
  },
  {
    name: 'a full cache that harms nobody',
    told: { kv_peak: { now: 0.96, rows: onEach(0.96) }, kv_usage: { now: 0.93, before: 0.9, rows: onEach(0.93) } },
    cause: 'benign.high_kv_no_queue',
    certainty: 'firm',
  },
]

describe('decide', () => {
  it.each(ROWS)('$name: $cause, $certainty', ({ told, cause, certainty, expectations = {}, without = [] }) => {
    const all = Object.entries({ ...AT_WORK, ...told }).filter(([id]) => !without.includes(id))
    const { headline } = decide(anEvidence(Object.fromEntries(all), { expectations }))
    expect([headline.cause, headline.certainty]).toEqual([cause, certainty])
    expect(headline.title).not.toMatch(/undefined|NaN/u)
  })

  it('names missing telemetry when targets are up and expose nothing', () => {
    const { headline } = decide(anEvidence({ up: { now: 4, before: 4, rows: onEach(1) } }))
    expect([headline.cause, headline.certainty]).toEqual(['telemetry.missing', 'firm'])
  })

  it('is inconclusive when the source could not be read, and says so', () => {
    const sources = [{ source: 'prometheus', status: 'failed', queries: 1, notes: ['timeout after 5 s'] }] as const
    const evidence = anEvidence(Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const)), { sources })
    const diagnosis = decide(evidence)
    expect(diagnosis.headline).toMatchObject({
      cause: 'inconclusive',
      certainty: 'none',
      title: "I can't tell: prometheus could not be read.",
      because: ['prometheus: timeout after 5 s'],
    })
    expect(diagnosis.path.filter(({ answer }) => answer !== 'unknown')).toEqual([])
    expect(diagnosis.missing).toHaveLength(SIGNALS.length)
  })

  it('is not sure of health when nobody was paged and only the hour before can be compared with', () => {
    expect(decide(anEvidence(AT_WORK, { alerts: [] })).headline).toMatchObject({
      cause: 'healthy',
      certainty: 'tentative',
    })
  })

  it('says first of all that it read other models than the one asked for', () => {
    const sources = [{ source: 'prometheus', status: 'ok', queries: 37, isWider: true, notes: [] }] as const
    const { headline } = decide(anEvidence(AT_WORK, { sources, scope: { cluster: 'prod', modelName: 'nope' } }))
    expect(headline.certainty).toBe('tentative')
    expect(headline.title).toMatch(/^No series is of model nope/u)
  })

  it('says that there is nothing to read when not even a target is', () => {
    const { headline } = decide(anEvidence({}))
    expect(headline).toMatchObject({ cause: 'inconclusive', certainty: 'none' })
    expect(headline.title).toContain('no target matches')
  })

  it('takes arrivals that could not be read for unknown, not for none', () => {
    const told = { ...AT_WORK, arrivals: { now: 1500, rows: HOT }, waiting_mean: QUEUED, ...SLOW_QUEUE }
    const evidence = anEvidence(told)
    const { arrivals } = evidence.readings
    if (arrivals?.status !== 'present') throw new Error('no arrivals')
    const rows = arrivals.rows.map((row) =>
      row.key.instance === 'd' ? { ...row, now: { status: 'absent', reason: 'stale' } as const } : row,
    )
    const { headline } = decide({ ...evidence, readings: { ...evidence.readings, arrivals: { ...arrivals, rows } } })
    expect(headline.certainty).not.toBe('firm')
  })

  it('says that two causes are true', () => {
    const told = { ...AT_WORK, arrivals: { now: 1500, rows: HOT }, waiting_mean: QUEUED, ...SLOW_QUEUE }
    const restarts = { now: 4, rows: { ...onEach(0), c: 4 } }
    const { headline, contributing } = decide(
      anEvidence({ ...told, restarts, counter_resets: { now: 4, rows: { ...onEach(0), c: 4 } } }),
    )
    expect(headline.cause).toBe('engine.crash_loop')
    expect(contributing.map(({ cause }) => cause)).toEqual(['queue.skew'])
  })

  it('lets what is sure go before what may be, and names both', () => {
    const skewed = { ...AT_WORK, arrivals: { now: 1500, rows: HOT }, waiting_mean: QUEUED, ...SLOW_QUEUE }
    const up = { now: 3, before: 4, rows: { ...onEach(1), d: 0 } }
    const { headline, contributing } = decide(anEvidence({ ...skewed, up }))
    expect([headline.cause, headline.certainty]).toEqual(['queue.skew', 'firm'])
    expect(contributing.map(({ cause }) => cause)).toEqual(['instance.down'])
  })

  it('never calls a partial answer firm', () => {
    const evidence = anEvidence(AT_WORK)
    const readings = Object.fromEntries(
      Object.entries(evidence.readings).map(([id, reading]) => [
        id,
        reading.status === 'present' ? { ...reading, partial: true } : reading,
      ]),
    )
    expect(decide({ ...evidence, readings }).headline).toMatchObject({ cause: 'healthy', certainty: 'tentative' })
  })
})

describe('the tree', () => {
  const branches = [...TREE.causes, ...TREE.calm].flatMap(branchesOf)

  it('has each id once', () => {
    expect(new Set(branches.map(({ id }) => id)).size).toBe(branches.length)
  })

  it('has a test above for every conclusion that it can reach', () => {
    const reachable = new Set(branches.map(({ conclude }) => conclude.cause))
    const tested = new Set([...ROWS.map(({ cause }) => cause), 'telemetry.missing'])
    expect([...reachable].filter((cause) => !tested.has(cause))).toEqual([])
  })

  it('can name every cause there is', () => {
    const reachable = new Set<string>([...branches.map(({ conclude }) => conclude.cause), 'inconclusive'])
    const parents = ['queue', 'prefill', 'decode']
    const lookAlikes = branches.flatMap(({ confirm }) => confirm.map(({ excludes }) => excludes))
    const named = new Set<string>([...reachable, ...parents, ...lookAlikes])
    expect(CAUSES.filter((cause) => !named.has(cause))).toEqual([])
  })
})
