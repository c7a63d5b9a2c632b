import { beforeAll, describe, expect, it } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import type { GatewayAccess } from '../../../src/sandbox/fleet/access-log/record.ts'
import { recordHistory } from '../../../src/sandbox/fleet/history/record-history.ts'
import type { History } from '../../../src/sandbox/fleet/history/record-history.ts'
import { catalog, findScenario } from '../../../src/sandbox/scenarios/catalog.ts'
import type { Scenario } from '../../../src/sandbox/scenarios/scenario.ts'
import { windowOf } from '../fleet/window.ts'
import type { Window } from '../fleet/window.ts'

const END = unixSeconds(1_796_000_000)
const INSTANCES = ['10.0.1.21:8000', '10.0.1.22:8000', '10.0.1.23:8000', '10.0.1.24:8000']
const RUNNING = 'vllm:num_requests_running'
const WAITING = 'vllm:num_requests_waiting'
const KV = 'vllm:kv_cache_usage_perc'
const QUEUE = 'vllm:request_queue_time_seconds'
const PREFILL = 'vllm:request_prefill_time_seconds'
const DECODE = 'vllm:request_decode_time_seconds'
const E2E = 'vllm:e2e_request_latency_seconds'
const ITL = 'vllm:inter_token_latency_seconds'
const STEPS = 'vllm:iteration_tokens_total_count'
const TOKENS = 'vllm:generation_tokens_total'
const FINISHED = 'vllm:request_success_total'
const PREEMPTIONS = 'vllm:num_preemptions_total'

interface Told {
  readonly history: History
  readonly now: Window
  readonly before: Window
}

/** The last five minutes, and the hour before the onset. */
async function tell(id: string): Promise<Told> {
  const scenario = findScenario(id)
  if (scenario === undefined) throw new Error(`no scenario ${id}`)
  const history = await recordHistory({ scenario, end: END })
  const series = history.series()
  const before = windowOf(series, history.onset - 3600, history.onset - 1)
  if (scenario.clients.length > 0 && id !== 'no-vllm-series') expectQuiet(before)
  return { history, now: windowOf(series, END - 300, END), before }
}

/** No story begins in trouble: what a stage takes in an ordinary hour is well defined. */
function expectQuiet(before: Window): void {
  expect(before.mean(QUEUE)).toBeLessThan(0.35)
  expect(before.average(WAITING)).toBeLessThan(0.2)
  expect(before.increase(PREEMPTIONS)).toBe(0)
  expect(before.max(KV)).toBeLessThan(0.95)
  expect(before.min('up', { job: 'vllm' })).toBe(1)
  expect(before.increase(FINISHED)).toBeGreaterThan(2000)
}

function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0)
}

function hitRatio(window: Window): number {
  return window.increase('vllm:prefix_cache_hits_total') / window.increase('vllm:prefix_cache_queries_total')
}

/** Share of the growth of end-to-end latency that one stage explains. */
function growthShare(stage: string, { now, before }: Told): number {
  return (now.mean(stage) - before.mean(stage)) / (now.mean(E2E) - before.mean(E2E))
}

function frontend(window: Window): number {
  return window.mean(E2E) - window.mean(QUEUE) - window.mean(PREFILL) - window.mean(DECODE)
}

function isOrdinary({ now, before }: Told): void {
  expect(now.mean(E2E)).toBeLessThan(before.mean(E2E) * 1.2)
  expect(now.mean(QUEUE)).toBeLessThan(0.3)
  expect(now.increase(PREEMPTIONS)).toBe(0)
}

describe('catalog', () => {
  it('has every story once', () => {
    expect(new Set(catalog.map(({ id }) => id)).size).toBe(catalog.length)
    expect(catalog[0]?.id).toBe('skew')
    expect(new Set(catalog.map(({ seed }) => seed)).size).toBe(catalog.length)
  })

  it.each(catalog)('$id can hold its longest request in an empty engine', ({ instances, clients }: Scenario) => {
    for (const { engine } of instances) {
      expect(engine.maxModelLen).toBeLessThanOrEqual(engine.numGpuBlocks * engine.blockSize)
      for (const client of clients) {
        expect(client.prompt.max + client.maxTokens).toBeLessThanOrEqual(engine.maxModelLen)
      }
    }
  })
})

describe('skew', () => {
  const HOT = '10.0.1.22:8000'
  let told: Told
  beforeAll(async () => {
    told = await tell('skew')
  })

  it('was even before, with a short queue and KV near 40 %', () => {
    const { before } = told
    const arrived = INSTANCES.map((instance) => before.arrivals(instance))
    const all = arrived.reduce((a, b) => a + b, 0)
    expect(all / 3600).toBeGreaterThan(5)
    expect(all / 3600).toBeLessThan(8)
    for (const count of arrived) expect(count / all).toBeCloseTo(0.25, 2)
    expect(before.mean(QUEUE)).toBeGreaterThan(0.05)
    expect(before.mean(QUEUE)).toBeLessThan(0.35)
    for (const instance of INSTANCES) expect(Math.abs(before.average(KV, { instance }) - 0.4)).toBeLessThan(0.05)
  })

  it('sends 78 % of the arrivals to one instance', () => {
    const arrived = INSTANCES.map((instance) => told.now.arrivals(instance))
    const share = told.now.arrivals(HOT) / arrived.reduce((a, b) => a + b, 0)
    expect(share).toBeGreaterThan(0.75)
    expect(share).toBeLessThan(0.81)
  })

  it('lets 41 or so wait there, with KV in the nineties', () => {
    const { now } = told
    for (const waiting of [now.average(WAITING, { instance: HOT }), now.last(WAITING, { instance: HOT })]) {
      expect(waiting).toBeGreaterThan(30)
      expect(waiting).toBeLessThan(60)
    }
    expect(now.average(KV, { instance: HOT })).toBeGreaterThan(0.9)
    expect(now.last(KV, { instance: HOT })).toBeGreaterThan(0.9)
    expect(now.increase(PREEMPTIONS)).toBeLessThan(0.03 * now.increase(FINISHED))
  })

  it('leaves the other three idle-ish', () => {
    for (const instance of INSTANCES.filter((one) => one !== HOT)) {
      expect(told.now.average(WAITING, { instance })).toBeLessThan(0.2)
      expect(told.now.last(WAITING, { instance })).toBe(0)
      expect(told.now.average(KV, { instance })).toBeGreaterThan(0.3)
      expect(told.now.average(KV, { instance })).toBeLessThan(0.5)
    }
  })

  it('grows the queue and hardly anything else', () => {
    const { now, before } = told
    expect(now.mean(QUEUE, { instance: HOT })).toBeGreaterThan(5)
    expect(now.mean(QUEUE, { instance: HOT })).toBeLessThan(12)
    expect(growthShare(QUEUE, told)).toBeGreaterThan(0.9)
    expect(growthShare(PREFILL, told)).toBeLessThan(0.02)
    expect(now.mean(DECODE)).toBeLessThan(before.mean(DECODE) * 1.35)
  })

  it('has one client make 60 % of the requests, and more of the bytes: it has the long prompts', () => {
    const { gateway } = told.history.access
    const partOf = (from: number, to: number, of: (access: GatewayAccess) => number): number => {
      const seen = gateway.filter(({ at }) => at > from && at <= to)
      const docs = seen.filter(({ clientAddress }) => clientAddress === '10.42.9.80')
      return sum(docs.map(of)) / sum(seen.map(of))
    }
    const each = (): number => 1
    const bytes = ({ requestBytes }: GatewayAccess): number => requestBytes
    const onHot = ({ upstreams }: GatewayAccess): number => (upstreams.at(-1)?.address === HOT ? 1 : 0)
    expect(Math.abs(partOf(END - 300, END, each) - 0.6)).toBeLessThan(0.03)
    expect(Math.abs(partOf(END - 300, END, onHot) - 0.65)).toBeLessThan(0.03)
    expect(partOf(END - 300, END, bytes)).toBeGreaterThan(partOf(END - 300, END, each) + 0.12)
    const { onset } = told.history
    expect(partOf(onset - 3600, onset, each)).toBeLessThan(0.3)
  })

  it('recovers within two minutes of the fixes', () => {
    const { fleet } = told.history
    for (const fix of findScenario('skew')?.fixes ?? []) fleet.apply(fix)
    fleet.advanceTo(END + 120)
    for (const { instance } of fleet.members) expect(instance.process?.engine.stats.gauges.waiting).toBe(0)
    fleet.takeAccess()
    fleet.advanceTo(END + 300)
    const served = fleet.takeAccess().gateway.filter(({ status }) => status === 200)
    for (const instance of INSTANCES) {
      const share = served.filter(({ upstreams }) => upstreams[0]?.address === instance).length / served.length
      expect(share).toBeCloseTo(0.25, 1)
    }
  })
})

it('even-overload: every instance is full and every queue grows', async () => {
  const told = await tell('even-overload')
  for (const instance of INSTANCES) {
    expect(told.now.min(WAITING, { instance })).toBeGreaterThan(10)
    expect(told.now.average(KV, { instance })).toBeGreaterThan(0.93)
    expect(told.now.arrivals(instance) / told.now.increase(FINISHED)).toBeCloseTo(0.25, 1)
    expect(told.now.max(RUNNING, { instance })).toBeLessThan(128)
  }
  expect(growthShare(QUEUE, told)).toBeGreaterThan(0.8)
  expect(told.now.increase(PREEMPTIONS)).toBeLessThan(0.03 * told.now.increase(FINISHED))
  const byClient = (from: number, to: number): Map<string, number> => countByClient(told.history, from, to)
  const now = byClient(END - 300, END)
  const hourBefore = byClient(told.history.onset - 3600, told.history.onset)
  for (const [client, count] of now) {
    const growth = count / 300 / ((hourBefore.get(client) ?? 0) / 3600)
    expect(growth, `by ${client}`).toBeGreaterThan(1.3)
    expect(growth, `by ${client}`).toBeLessThan(6)
  }
})

it('longer-prompts: prompts are longer, prefill with them, the cache hits as before', async () => {
  const told = await tell('longer-prompts')
  const { now, before } = told
  expect(now.mean('vllm:request_prompt_tokens')).toBeGreaterThan(2 * before.mean('vllm:request_prompt_tokens'))
  expect(now.mean(PREFILL)).toBeGreaterThan(2 * before.mean(PREFILL))
  expect(Math.abs(hitRatio(now) - hitRatio(before))).toBeLessThan(0.08)
  expect(growthShare(PREFILL, told)).toBeGreaterThan(0.65)
  expect(now.average(WAITING)).toBeLessThan(0.2)
})

it('prefix-cache-drop: the hit ratio falls, lengths stay, prefill doubles', async () => {
  const told = await tell('prefix-cache-drop')
  const { now, before } = told
  expect(hitRatio(before)).toBeCloseTo(0.6, 1)
  expect(hitRatio(now)).toBeLessThan(0.15)
  const lengths = now.mean('vllm:request_prompt_tokens') / before.mean('vllm:request_prompt_tokens')
  expect(lengths).toBeCloseTo(1, 1)
  expect(now.mean(PREFILL)).toBeGreaterThan(2 * before.mean(PREFILL))
  expect(growthShare(PREFILL, told)).toBeGreaterThan(0.7)
  expect(now.average(WAITING)).toBeLessThan(0.2)
})

it('preemption-thrash: requests evict each other and fewer tokens come out than at the peak', async () => {
  const { history, now, before } = await tell('preemption-thrash')
  expect(now.increase(PREEMPTIONS) / now.increase(FINISHED)).toBeGreaterThan(0.3)
  expect(now.average(KV)).toBeGreaterThan(0.97)
  const series = history.series()
  const minutes = Array.from({ length: 8 }, (_, minute) => history.onset + 60 * minute)
  const rates = minutes.map((from) => windowOf(series, from, from + 60).increase(TOKENS) / 60)
  expect(now.increase(TOKENS) / 300).toBeLessThan(0.75 * Math.max(...rates))
  expect(now.mean(DECODE) - before.mean(DECODE)).toBeGreaterThan(2 * (now.mean(QUEUE) - before.mean(QUEUE)))
})

it('max-num-seqs: running is flat at the cap, with KV free', async () => {
  const told = await tell('max-num-seqs')
  for (const instance of INSTANCES) {
    expect(told.now.max(RUNNING, { instance })).toBe(16)
    expect(told.now.average(RUNNING, { instance })).toBeGreaterThan(0.97 * 16)
    expect(told.now.min(WAITING, { instance })).toBeGreaterThan(0)
    expect(told.now.max(KV, { instance })).toBeLessThan(0.7)
  }
  expect(told.now.increase(PREEMPTIONS)).toBe(0)
  expect(growthShare(QUEUE, told)).toBeGreaterThan(0.8)
})

it('batch-growth: tokens come slower with larger batches, at full clock', async () => {
  const told = await tell('batch-growth')
  const { now, before } = told
  expect(now.mean(ITL)).toBeGreaterThan(1.5 * before.mean(ITL))
  expect(now.average(RUNNING)).toBeGreaterThan(3 * before.average(RUNNING))
  expect(now.max(WAITING)).toBeLessThan(2)
  expect(now.average(WAITING)).toBeLessThan(0.05)
  expect(now.max(KV)).toBeLessThan(0.7)
  expect(now.min('DCGM_FI_DEV_SM_CLOCK')).toBe(before.max('DCGM_FI_DEV_SM_CLOCK'))
  expect(growthShare(DECODE, told)).toBeGreaterThan(0.9)
})

it('gpu-throttling: clocks fall at the temperature limit and decode slows at equal load', async () => {
  const told = await tell('gpu-throttling')
  const { now, before } = told
  const clock = now.average('DCGM_FI_DEV_SM_CLOCK') / before.average('DCGM_FI_DEV_SM_CLOCK')
  expect(clock).toBeCloseTo(0.65, 1)
  expect(now.min('DCGM_FI_DEV_GPU_TEMP')).toBeGreaterThan(85)
  expect(now.increase('DCGM_FI_DEV_THERMAL_VIOLATION')).toBeGreaterThan(0)
  expect(now.mean(ITL)).toBeGreaterThan(1.4 * before.mean(ITL))
  expect(now.average(RUNNING) / before.average(RUNNING)).toBeCloseTo(1, 1)
  expect(now.max(WAITING)).toBe(0)
  expect(growthShare(DECODE, told)).toBeGreaterThan(0.9)
})

it('hang: one instance holds requests and makes no step, the others are well', async () => {
  const { now, before } = await tell('hang')
  const HUNG = '10.0.1.23:8000'
  expect(now.min(RUNNING, { instance: HUNG })).toBeGreaterThan(0)
  expect(now.increase(STEPS, { instance: HUNG })).toBe(0)
  expect(now.increase(TOKENS, { instance: HUNG })).toBe(0)
  expect(now.min('up', { job: 'vllm' })).toBe(1)
  expect(now.average('DCGM_FI_DEV_GPU_UTIL', { instance: '10.0.1.23:9400' })).toBe(100)
  const power = (window: Window): number => window.average('DCGM_FI_DEV_POWER_USAGE', { instance: '10.0.1.23:9400' })
  expect(power(now)).toBeLessThan(0.6 * power(before))
  for (const instance of INSTANCES.filter((one) => one !== HUNG)) {
    expect(now.increase(STEPS, { instance })).toBeGreaterThan(1000)
    expect(now.mean(E2E, { instance })).toBeLessThan(before.mean(E2E, { instance }) * 1.25)
  }
})

it('crash-loop: one instance starts again at least three times', async () => {
  const { history } = await tell('crash-loop')
  const find = (name: string): readonly number[] =>
    history
      .series()
      .find((one) => one.name === name && one.labels['instance'] === '10.0.1.22:8000')
      ?.samples.filter(({ at }) => at > history.onset)
      .map(({ value }) => value) ?? []
  expect(new Set(find('process_start_time_seconds')).size).toBeGreaterThanOrEqual(4)
  const up = find('up')
  const flaps = up.filter((value, index) => value === 1 && up[index - 1] === 0).length
  expect(flaps).toBeGreaterThanOrEqual(3)
})

it('instance-down: one target is gone for six minutes, its host is not', async () => {
  const { history, now, before } = await tell('instance-down')
  const DOWN = '10.0.1.24:8000'
  const gone = history
    .series()
    .find((one) => one.name === 'up' && one.labels['instance'] === DOWN)
    ?.samples.filter(({ value }) => value === 0)
  expect(END - (gone?.[0]?.at ?? END)).toBeGreaterThanOrEqual(345)
  expect(now.average('up', { job: 'vllm' })).toBe(0.75)
  expect(now.min('up', { job: 'dcgm' })).toBe(1)
  expect(now.min('up', { job: 'node' })).toBe(1)
  expect(now.mean(E2E)).toBeLessThan(before.mean(E2E) * 1.25)
  const queue = history.series().find(({ name, labels }) => name === KV && labels['instance'] === DOWN)
  expect(queue?.staleAt).toHaveLength(1)
  expect(queue?.samples.at(-1)?.at).toBeLessThan(queue?.staleAt[0] ?? 0)
})

it('outside: the gateway takes seconds more than the engines', async () => {
  const told = await tell('outside')
  const gateway = (window: Window): number => window.mean('nginx_ingress_controller_request_duration_seconds')
  expect(gateway(told.before) - told.before.mean(E2E)).toBeLessThan(0.2)
  expect(gateway(told.now) - told.now.mean(E2E)).toBeGreaterThan(3)
  isOrdinary(told)
})

it('api-server: what is left of the latency beside the three stages grows', async () => {
  const { now, before } = await tell('api-server')
  expect(frontend(before)).toBeLessThan(0.1)
  expect(frontend(now)).toBeGreaterThan(2)
  expect(now.mean(QUEUE) + now.mean(PREFILL) + now.mean(DECODE)).toBeLessThan(before.mean(E2E) * 1.1)
  const ofGateway = now.mean('nginx_ingress_controller_request_duration_seconds') - now.mean(E2E)
  expect(ofGateway).toBeLessThan(0.2)
  // One core, no more: the event loop is one thread.
  const cpu = (window: Window, seconds: number): number => window.increase('process_cpu_seconds_total') / seconds / 4
  expect(cpu(now, 300)).toBeGreaterThan(0.9)
  expect(cpu(now, 300)).toBeLessThan(1.05)
  expect(cpu(before, 3600)).toBeLessThan(0.2)
})

it('high-kv: the cache is nearly full and nobody waits', async () => {
  const { now, before } = await tell('high-kv')
  for (const instance of INSTANCES) expect(now.average(KV, { instance })).toBeGreaterThan(0.92)
  expect(now.max(WAITING)).toBe(0)
  expect(now.increase(PREEMPTIONS)).toBe(0)
  expect(now.mean(E2E)).toBeLessThan(before.mean(E2E) * 1.15)
})

it('healthy: now is as an hour ago', async () => {
  const told = await tell('healthy')
  isOrdinary(told)
  expect(told.now.max(KV)).toBeLessThan(0.9)
})

it('idle: everything is there and nothing moves', async () => {
  const { history, now } = await tell('idle')
  expect(now.min('up')).toBe(1)
  expect(now.max(RUNNING)).toBe(0)
  expect(history.fleet.gateway.received).toBe(0)
  expect(now.increase(STEPS)).toBe(0)
})

it('no-vllm-series: the targets answer and say nothing of the engine', async () => {
  const { history, now } = await tell('no-vllm-series')
  const names = new Set(
    history
      .series()
      .filter(({ labels }) => labels['job'] === 'vllm')
      .map(({ name }) => name.replace(/_.*/, '')),
  )
  expect([...names].toSorted()).toEqual(['http', 'process', 'python', 'up'])
  expect(now.min('up')).toBe(1)
  expect(history.fleet.gateway.ended.get(200)).toBeGreaterThan(1000)
})

function countByClient(history: History, from: number, to: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { at, clientAddress } of history.access.gateway) {
    if (at > from && at <= to) counts.set(clientAddress, (counts.get(clientAddress) ?? 0) + 1)
  }
  return counts
}
