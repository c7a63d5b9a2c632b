import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '../../../../src/domain/time.ts'
import { recordHistory } from '../../../../src/sandbox/fleet/history/record-history.ts'
import type { History } from '../../../../src/sandbox/fleet/history/record-history.ts'
import { scrapeConfig } from '../../../../src/sandbox/fleet/live/scrape-config.ts'
import { serveFleet } from '../../../../src/sandbox/fleet/live/serve-fleet.ts'
import type { ServedFleet } from '../../../../src/sandbox/fleet/live/serve-fleet.ts'
import { describeWith } from '../../../support/needs.ts'
import { startPrometheus } from '../../../support/real-servers.ts'
import { story } from '../small-fleet.ts'

const END = unixSeconds(1_796_000_000)
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

interface Live {
  readonly history: History
  readonly served: ServedFleet
  readonly goOn: (seconds: number) => void
  readonly get: (instance: string, path?: string) => Promise<Response>
}

/** A served fleet whose clock the test moves. */
async function live(id: string): Promise<Live> {
  const history = await recordHistory({ scenario: story(id), end: END, duration: minutes(12) })
  let now: number = END
  const served = await serveFleet(history.fleet, { now: () => now })
  stops.push(served.close)
  return {
    history,
    served,
    goOn: (seconds) => {
      now += seconds
    },
    get: (instance, path = '/metrics') => {
      const endpoint = served.endpoints.find((one) => one.instance === instance)
      return fetch(`http://${endpoint?.address ?? 'nowhere'}${path}`)
    },
  }
}

async function value(response: Response, series: string): Promise<number> {
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1))
}

const TOKENS = 'vllm:generation_tokens_total{engine="0",model_name="qwen2.5-7b"}'

describe('a served fleet', () => {
  it('has an endpoint for every target, on loopback', async () => {
    const { served, get } = await live('healthy')
    expect(served.endpoints.map(({ job, instance }) => `${job} ${instance}`)).toEqual([
      'vllm 10.0.1.21:8000',
      'vllm 10.0.1.22:8000',
      'vllm 10.0.1.23:8000',
      'vllm 10.0.1.24:8000',
      'dcgm 10.0.1.21:9400',
      'dcgm 10.0.1.22:9400',
      'dcgm 10.0.1.23:9400',
      'dcgm 10.0.1.24:9400',
      'node 10.0.1.21:9100',
      'node 10.0.1.22:9100',
      'node 10.0.1.23:9100',
      'node 10.0.1.24:9100',
      'ingress-nginx 10.0.1.10:10254',
    ])
    for (const { address, instance } of served.endpoints) {
      expect(address).toMatch(/^127\.0\.0\.1:\d+$/)
      const response = await get(instance)
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(await response.text()).toMatch(/^# HELP/)
    }
    expect((await get('10.0.1.21:8000', '/health')).status).toBe(200)
    expect((await get('10.0.1.21:8000', '/nothing')).status).toBe(404)
  })

  it('goes on from the end of its history', async () => {
    const { history, goOn, get } = await live('healthy')
    const recorded = history
      .series()
      .find(({ name, labels }) => name === 'vllm:generation_tokens_total' && labels['instance'] === '10.0.1.21:8000')
    expect(await value(await get('10.0.1.21:8000'), TOKENS)).toBe(recorded?.samples.at(-1)?.value)
    goOn(30)
    expect(await value(await get('10.0.1.21:8000'), TOKENS)).toBeGreaterThan(
      (recorded?.samples.at(-1)?.value ?? 0) + 1000,
    )
  })

  it('cuts the connection where a server is down, until it is started', async () => {
    const { history, goOn, get } = await live('instance-down')
    await expect(get('10.0.1.24:8000')).rejects.toThrow()
    await expect(get('10.0.1.24:8000', '/health')).rejects.toThrow()
    expect((await get('10.0.1.24:9400')).status).toBe(200)
    history.fleet.apply({ kind: 'start', instances: ['10.0.1.24:8000'] })
    goOn(90)
    expect((await get('10.0.1.24:8000')).status).toBe(200)
  })

  it('lets a hung server answer, with counters that stand still', async () => {
    const { goOn, get } = await live('hang')
    const before = await value(await get('10.0.1.23:8000'), TOKENS)
    goOn(60)
    expect(await value(await get('10.0.1.23:8000'), TOKENS)).toBe(before)
    expect((await get('10.0.1.23:8000', '/health')).status).toBe(200)
  })

  it('tells of what is accessed', async () => {
    const history = await recordHistory({ scenario: story('healthy'), end: END, duration: minutes(1) })
    let now: number = END
    let lines = 0
    const served = await serveFleet(history.fleet, {
      now: () => (now += 5),
      onAccess: ({ engine, gateway }) => {
        lines += engine.length + gateway.length
      },
    })
    stops.push(served.close)
    await expect.poll(() => lines, { timeout: 5000 }).toBeGreaterThan(10)
  })

  it('listens where it is told to', async () => {
    const history = await recordHistory({ scenario: story('idle'), end: END, duration: minutes(1) })
    const first = await serveFleet(history.fleet, { now: () => END })
    const port = Number(first.endpoints[0]?.address.split(':')[1])
    await first.close()
    const again = await serveFleet(history.fleet, { now: () => END, ports: { '10.0.1.21:8000': port } })
    stops.push(again.close)
    expect(again.endpoints[0]?.address).toBe(`127.0.0.1:${port}`)
  })
})

describeWith(['prometheus', 'promtool'], 'a real Prometheus', () => {
  it('sees one story, from the recorded past into the scraped present', async () => {
    const end = unixSeconds(Math.floor(Date.now() / 1000))
    const history = await recordHistory({ scenario: story('skew'), end, duration: minutes(12) })
    const served = await serveFleet(history.fleet)
    stops.push(served.close)
    const prometheus = await startPrometheus({
      history: [...history.text()].join(''),
      config: scrapeConfig(served.endpoints, 1),
    })
    stops.push(prometheus.stop)
    const ask = async (expr: string): Promise<readonly number[]> => {
      const url = `${prometheus.baseUrl}/api/v1/query?query=${encodeURIComponent(expr)}`
      const answer = (await (await fetch(url)).json()) as { data: { result: { value: [number, string] }[] } }
      return answer.data.result.map((one) => Number(one.value[1]))
    }
    await expect.poll(() => ask('count(up == 1)'), { timeout: 20_000 }).toEqual([13])
    await sleep(3000)
    const started = await ask('count(changes(process_start_time_seconds{job="vllm"}[10m]) > 0)')
    expect(started).toEqual([])
    expect(await ask('count(count by (instance) (vllm:num_requests_running))')).toEqual([4])
    expect(await ask('count(resets(vllm:generation_tokens_total[10m]) > 0)')).toEqual([])
    const [hot, others] = await Promise.all([
      ask('rate(vllm:generation_tokens_total{instance="10.0.1.22:8000"}[1m])'),
      ask('avg(rate(vllm:generation_tokens_total{instance!="10.0.1.22:8000"}[1m]))'),
    ])
    expect(hot[0]).toBeGreaterThan(2 * (others[0] ?? Infinity))
    const samples = await ask('count_over_time(vllm:num_requests_waiting{instance="10.0.1.22:8000"}[5m])')
    expect(samples[0]).toBeGreaterThan(18)
  }, 60_000)
})
