import { describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '../../../src/domain/time.ts'
import { FleetChangeError } from '../../../src/sandbox/fleet/apply-change.ts'
import { createFleet } from '../../../src/sandbox/fleet/create-fleet.ts'
import { countOf } from '../../../src/sandbox/fleet/engine/histogram.ts'
import type { Fleet } from '../../../src/sandbox/fleet/fleet.ts'
import { recordHistory } from '../../../src/sandbox/fleet/history/record-history.ts'
import type { Story } from '../../../src/sandbox/fleet/history/record-history.ts'
import { catalog, findScenario } from '../../../src/sandbox/scenarios/catalog.ts'
import { A, B } from '../../../src/sandbox/scenarios/building-blocks.ts'
import { targetsOf } from '../../../src/sandbox/fleet/target.ts'
import { everyday, story } from './small-fleet.ts'
import { windowOf } from './window.ts'

const START = 1_796_000_000

function run(scenario: Story, seconds: number): Fleet {
  const fleet = createFleet(scenario, { start: START, onset: START + 120 })
  fleet.advanceTo(START + seconds)
  return fleet
}

function inside(fleet: Fleet): number {
  return fleet.members.reduce((sum, { instance }) => sum + (instance.process?.inside.size ?? 0), 0)
}

describe('conservation', () => {
  it.each(catalog.filter(({ id }) => id !== 'outside'))(
    '$id: what came in was answered, given up or is inside',
    (scenario) => {
      const fleet = run(scenario, 600)
      const ended = [...fleet.gateway.ended.values()].reduce((sum, count) => sum + count, 0)
      const inGateway = fleet.gateway.received - ended - inside(fleet)
      // A call is in the gateway itself for some milliseconds only.
      expect(inGateway).toBeGreaterThanOrEqual(0)
      expect(inGateway).toBeLessThanOrEqual(25)
      for (const { instance } of fleet.members) {
        const engine = instance.process?.engine
        if (engine === undefined) continue
        expect(engine.pool.used).toBeLessThanOrEqual(engine.pool.total)
        expect(engine.running.length).toBeLessThanOrEqual(engine.spec.maxNumSeqs)
      }
    },
  )

  it('counts what each instance finished as often as the gateway answered', () => {
    const fleet = run(story('skew'), 600)
    const finished = fleet.members.reduce((sum, { instance }) => {
      const { stop, length } = instance.process?.engine.stats.finished ?? { stop: 0, length: 0 }
      return sum + stop + length
    }, 0)
    expect(finished).toBe(fleet.gateway.ended.get(200))
  })

  it('adds up: queue, prefill, decode and the API server make the whole', () => {
    const fleet = run(story('even-overload'), 600)
    for (const { instance } of fleet.members) {
      const { stats } = instance.process?.engine ?? {}
      if (stats === undefined) throw new Error('down')
      const rest = stats.e2e.sum - stats.queue.sum - stats.prefill.sum - stats.decode.sum
      expect(rest / countOf(stats.e2e)).toBeGreaterThan(0.4 * instance.spec.frontendSeconds)
      expect(rest / countOf(stats.e2e)).toBeLessThan(1.6 * instance.spec.frontendSeconds)
      expect(stats.inference.sum).toBeCloseTo(stats.prefill.sum + stats.decode.sum, 3)
    }
  })
})

describe('a story', () => {
  it('is the same again, whenever it is told', async () => {
    const tell = async (end: number): Promise<string> => {
      const history = await recordHistory({ scenario: story('skew'), end: unixSeconds(end), duration: minutes(20) })
      const start = end - 1200
      const text = [...history.text()].join('')
      // Times and the creation times in the values move with the end; nothing else does.
      return text
        .replaceAll(/^(\S*(?:_created|start_time_seconds)\S*) \S+ /gm, '$1 ')
        .replaceAll(/ (\d{10})$/gm, (_, at: string) => ` ${Number(at) - start}`)
    }
    const first = await tell(1_796_000_000)
    expect(first.length).toBeGreaterThan(1_000_000)
    expect((await tell(1_796_000_000)) === first).toBe(true)
    expect((await tell(1_812_345_678)) === first).toBe(true)
  })

  it('differs by seed', async () => {
    const tell = async (seed: number): Promise<string> => {
      const history = await recordHistory({
        scenario: story('healthy', { seed }),
        end: unixSeconds(START),
        duration: minutes(5),
      })
      return [...history.text()].join('')
    }
    expect((await tell(1)) === (await tell(2))).toBe(false)
  })

  it('does not depend on how often it is looked at', () => {
    const often = createFleet(story('skew'), { start: START, onset: START + 120 })
    for (let at = START; at <= START + 400; at += 0.37) often.advanceTo(at)
    often.advanceTo(START + 400)
    const once = run(story('skew'), 400)
    const tokens = (fleet: Fleet): readonly (number | undefined)[] =>
      fleet.members.map(({ instance }) => instance.process?.engine.stats.generationTokens)
    expect(tokens(often)).toEqual(tokens(once))
    expect(often.gateway.received).toBe(once.gateway.received)
  })

  it('never counts backwards but at a restart', async () => {
    const history = await recordHistory({
      scenario: story('crash-loop'),
      end: unixSeconds(START),
      duration: minutes(15),
    })
    const falls = history
      .series()
      .filter(({ name }) => /(?:_total|_bucket|_count|_sum)$/.test(name) && !name.startsWith('python_gc'))
      .filter(({ samples }) => samples.some(({ value }, index) => value < (samples[index - 1]?.value ?? 0)))
      .map(({ labels }) => labels['instance'])
    expect(new Set(falls)).toEqual(new Set(['10.0.1.22:8000']))
  })
})

describe('a change', () => {
  it('names what the fleet does not have', () => {
    const fleet = run(story('healthy'), 10)
    expect(() => fleet.apply({ kind: 'hang', instances: ['10.9.9.9:8000'] })).toThrow(FleetChangeError)
    expect(() => fleet.apply({ kind: 'limit_client', client: 'nobody', requestsPerSecond: 1 })).toThrow('nobody')
  })

  it.each([
    ['weights', 'skew', { kind: 'weights', weights: 'even' }],
    ['policy', 'skew', { kind: 'policy', policy: 'least_loaded' }],
  ] as const)('%s spreads the load again', (_, id, change) => {
    const fleet = run(story(id), 500)
    fleet.apply({ kind: 'weights', weights: 'even' })
    fleet.apply(change)
    fleet.advanceTo(START + 800)
    fleet.takeAccess()
    fleet.advanceTo(START + 1100)
    const { gateway } = fleet.takeAccess()
    for (const { instance } of fleet.members) {
      const share = gateway.filter(({ upstreams }) => upstreams[0]?.address === instance.address).length
      expect(share / gateway.length).toBeCloseTo(0.25, 1)
    }
  })

  it('limits one client, by address, and lifts the limit again', () => {
    const fleet = run(story('skew'), 500)
    const served = (from: number, to: number): number => {
      fleet.takeAccess()
      fleet.advanceTo(START + to)
      const { gateway } = fleet.takeAccess()
      return gateway.filter((one) => one.clientAddress === '10.42.9.80' && one.status === 200).length / (to - from)
    }
    fleet.apply({ kind: 'limit_client', client: '10.42.9.80', requestsPerSecond: 0.5 })
    fleet.advanceTo(START + 560)
    expect(served(560, 860)).toBeLessThan(0.6)
    fleet.apply({ kind: 'unlimit_client', client: '10.42.9.80' })
    fleet.advanceTo(START + 900)
    expect(served(900, 1200)).toBeGreaterThan(1)
  })

  it.each(catalog.filter(({ fixes }) => fixes.length > 0))('$id is mended by its fixes', async ({ id }) => {
    const scenario = findScenario(id)
    if (scenario === undefined) throw new Error(id)
    const { fleet, end } = await recordHistory({ scenario, end: unixSeconds(START), duration: minutes(20) })
    for (const fix of scenario.fixes) fleet.apply(fix)
    fleet.advanceTo(end + 600)
    for (const { instance, gpu } of fleet.members) {
      const { process } = instance
      expect(process?.engine.hung, `on ${instance.address}`).toBe(false)
      expect(process?.engine.stats.gauges.waiting, `on ${instance.address}`).toBeLessThan(3)
      expect(process?.engine.stats.gauges.kvUsage, `on ${instance.address}`).toBeLessThan(0.9)
      expect(gpu.clockFactor).toBe(1)
    }
    expect(fleet.gateway.overheadSeconds).toBeLessThan(0.1)
  })
})

it('carries forty instances', async () => {
  const [first] = story('healthy').instances
  if (first === undefined) throw new Error('no instance')
  const instances = Array.from({ length: 40 }, (_, index) => ({ ...first, host: `10.1.0.${index + 1}` }))
  const clients = Array.from({ length: 10 }, (_, copy) =>
    story('healthy').clients.map((client) => ({ ...client, id: `${client.id}-${copy}`, address: `10.43.${copy}.1` })),
  ).flat()
  const scenario = story('healthy', { instances, clients })
  const history = await recordHistory({ scenario, end: unixSeconds(START), duration: minutes(10) })
  const window = windowOf(history.series(), START - 300, START)
  for (const { host, port } of instances) expect(window.arrivals(`${host}:${port}`)).toBeGreaterThan(100)
})

describe('a rollout under way', () => {
  it('has each instance speak its own release', () => {
    const dialects = { [A]: 'v0-0.6', [B]: 'v1-0.8' } as const
    const fleet = run({ ...everyday('v1-0.19'), dialects }, 120)
    const names = targetsOf(fleet)
      .filter(({ job }) => job === 'vllm')
      .map(({ scrape }) => (scrape() ?? []).map(({ name }) => name).filter((name) => KV_GAUGES.includes(name)))
    expect(names).toEqual([[KV_GAUGES[0]], [KV_GAUGES[0]], [KV_GAUGES[1]], [KV_GAUGES[1]]])
  })
})

const KV_GAUGES = ['vllm:gpu_cache_usage_perc', 'vllm:kv_cache_usage_perc']
