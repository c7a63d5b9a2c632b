import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '../../../../src/domain/time.ts'
import type { DialectName } from '../../../../src/sandbox/fleet/dialects/dialect.ts'
import { recordHistory, writeHistory } from '../../../../src/sandbox/fleet/history/record-history.ts'
import type { History } from '../../../../src/sandbox/fleet/history/record-history.ts'
import { describeWith } from '../../../support/needs.ts'
import { runTool, startPrometheus } from '../../../support/real-servers.ts'
import type { RealServer } from '../../../support/real-servers.ts'
import { everyday, story } from '../small-fleet.ts'
import { windowOf } from '../window.ts'

const END = unixSeconds(1_796_000_000)
let history: History
beforeAll(async () => {
  history = await recordHistory({ scenario: story('instance-down'), end: END, duration: minutes(20) })
})

describe('a history', () => {
  it('is two hours of scrapes every 15 seconds unless told otherwise', async () => {
    const whole = await recordHistory({ scenario: story('idle'), end: END })
    const up = whole.series().filter(({ name }) => name === 'up')
    expect(up).toHaveLength(13)
    for (const { samples } of up) {
      expect(samples).toHaveLength(481)
      expect(samples[0]?.at).toBe(END - 7200)
      expect(samples.at(-1)?.at).toBe(END)
    }
    expect([whole.start, whole.end]).toEqual([END - 7200, END])
  })

  it('has each series once, labelled by job and instance', () => {
    const keys = history.series().map(({ name, labels }) => name + JSON.stringify(labels))
    expect(new Set(keys).size).toBe(keys.length)
    const jobs = new Set(history.series().map(({ labels }) => labels['job']))
    expect(jobs).toEqual(new Set(['vllm', 'dcgm', 'node', 'ingress-nginx']))
  })

  it('says the same as text and as series', () => {
    const text = [...history.text()].join('')
    const samples = history.series().flatMap((series) => series.samples)
    expect(text.endsWith('\n# EOF\n')).toBe(true)
    expect(text.match(/^[^#\n]/gm)).toHaveLength(samples.length)
    const line = /^vllm:prompt_tokens_total\{engine="0",instance="10\.0\.1\.21:8000".*\} (\S+) 1796000000$/m.exec(text)
    const series = history
      .series()
      .find(({ name, labels }) => name === 'vllm:prompt_tokens_total' && labels['instance'] === '10.0.1.21:8000')
    expect(Number(line?.[1])).toBe(series?.samples.at(-1)?.value)
  })

  it('groups families, as OpenMetrics asks, and can leave some out', () => {
    const text = [...history.text()].join('')
    const heads = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
    expect(new Set(heads).size).toBe(heads.length)
    const some = [...history.text((family) => family === 'up')].join('')
    expect(some).toMatch(/^# HELP up .*\n# TYPE up gauge\nup\{/)
    expect(some.match(/^# TYPE/gm)).toHaveLength(1)
  })

  it('notes when a target went away', () => {
    const gone = history.series().filter(({ staleAt }) => staleAt.length > 0)
    expect(gone.length).toBeGreaterThan(200)
    for (const { labels, staleAt } of gone) {
      expect(labels['instance']).toBe('10.0.1.24:8000')
      expect(staleAt).toEqual([END - 360])
    }
  })

  it('leaves the fleet at its end, ready to go on', () => {
    expect(history.fleet.now()).toBe(END)
    const before = history.fleet.gateway.received
    history.fleet.advanceTo(END + 60)
    expect(history.fleet.gateway.received).toBeGreaterThan(before)
  })
})

describeWith('promtool', 'promtool', () => {
  const DIALECTS: readonly DialectName[] = ['v0-0.4', 'v0-0.6', 'v1-0.7', 'v1-0.8', 'v1-0.10', 'v1-0.19', 'v1-0.25']

  it.each(DIALECTS)('takes a history in the dialect %s', async (dialect) => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-history-'))
    const told = await recordHistory({ scenario: everyday(dialect), end: END, duration: minutes(10) })
    await writeHistory(told, join(folder, 'history.om'))
    const args = ['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'history.om'), join(folder, 'data')]
    const { exitCode, stdout, stderr } = await runTool('promtool', args)
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    const samples = told.series().reduce((sum, series) => sum + series.samples.length, 0)
    const kept = [...stdout.matchAll(/^\S{26} +\d+ +\d+ +\S+ +(\d+)/gm)].map(([, count]) => Number(count))
    expect(kept.reduce((sum, count) => sum + count, 0)).toBe(samples)
    await rm(folder, { recursive: true, force: true })
  })

  it('is given a file with the whole text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-history-'))
    await writeHistory(history, join(folder, 'history.om'))
    expect(await readFile(join(folder, 'history.om'), 'utf8')).toBe([...history.text()].join(''))
    await rm(folder, { recursive: true, force: true })
  })
})

describeWith(['prometheus', 'promtool'], 'prometheus', () => {
  let prometheus: RealServer
  beforeAll(async () => {
    prometheus = await startPrometheus({ history: [...history.text()].join('') })
  })
  afterAll(async () => {
    await prometheus.stop()
  })

  it('counts what the series say', async () => {
    const window = windowOf(history.series(), END - 600, END)
    for (const instance of ['10.0.1.21:8000', '10.0.1.22:8000', '10.0.1.23:8000']) {
      const selector = `vllm:generation_tokens_total{instance="${instance}"}`
      const [found] = await query(prometheus, `${selector} - ${selector} offset 10m`)
      expect(found).toBe(window.increase('vllm:generation_tokens_total', { instance }))
    }
  })

  it('finds buckets that grow with le and end in the count', async () => {
    const names = ['time_to_first_token_seconds', 'e2e_request_latency_seconds', 'request_prompt_tokens']
    for (const name of names) {
      const buckets = await query(prometheus, `sort(sum by (le) (vllm:${name}_bucket))`)
      const [count] = await query(prometheus, `sum(vllm:${name}_count)`)
      expect(buckets.at(-1)).toBe(count)
      const [infinite] = await query(prometheus, `sum(vllm:${name}_bucket{le="+Inf"})`)
      expect(infinite).toBe(count)
    }
  })
})

async function query(prometheus: RealServer, expr: string): Promise<readonly number[]> {
  const body = new URLSearchParams({ query: expr, time: String(END) })
  const response = await fetch(`${prometheus.baseUrl}/api/v1/query`, { method: 'POST', body })
  const answer = (await response.json()) as { data: { result: { value: [number, string] }[] } }
  return answer.data.result.map(({ value }) => Number(value[1]))
}
