import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readingsBeside, scraped } from '../support/exporter-page.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'

describeWithCorpus('exporters/node-exporter-e2e-output.prom', "node_exporter's whole page", () => {
  it('tells how busy the host is, and whether the kernel killed for want of memory', async () => {
    const page = readFileSync(join(CORPUS, 'exporters', 'node-exporter-e2e-output.prom'), 'utf8')
    const busy = sumOf(page, (mode) => mode !== 'idle' && mode !== 'iowait')
    const all = sumOf(page, () => true)
    // All counters grow by the same part of themselves.
    const growing = (value: number, scrape: number): number => value * (1 + scrape / 1000)
    const { readings } = await readingsBeside(scraped(page, 'gpu-1:9100', growing))
    expect(readings['host_cpu']).toMatchObject({
      names: ['node_cpu_seconds_total'],
      fleet: { value: expect.closeTo(busy / all, 6) },
      rows: [{ key: { instance: 'gpu-1:8000' } }],
    })
    expect(readings['host_oom_kills']).toMatchObject({ fleet: { value: 0 }, rows: [{ now: { value: 0 } }] })
  })
})

function sumOf(page: string, isMeant: (mode: string) => boolean): number {
  return [...page.matchAll(/^node_cpu_seconds_total\{cpu="\d+",mode="(\w+)"\} (\S+)$/gmu)]
    .filter(([, mode = '']) => isMeant(mode))
    .reduce((sum, [, , value = '0']) => sum + Number(value), 0)
}

describe('hosts', () => {
  const page = (cores: string): string =>
    `node_cpu_seconds_total{cpu="0",mode="user"} ${cores}\nnode_cpu_seconds_total{cpu="0",mode="idle"} 0\nnode_vmstat_oom_kill 0`
  const busy = (value: number, scrape: number, name: string): number => {
    if (name === 'node_vmstat_oom_kill') return scrape > 170 ? 2 : 0
    return (value === 0 ? 0.02 : 0.98) * scrape * 60
  }

  it('are those of the instances, not all that the store knows', async () => {
    const { readings, sources } = await readingsBeside([
      ...scraped(page('1'), 'gpu-1:9100', busy),
      ...scraped(page('0'), 'database:9100', busy),
    ])
    expect(readings['host_cpu']).toMatchObject({ fleet: { value: expect.closeTo(0.98, 3) } })
    expect(readings['host_oom_kills']).toMatchObject({ rows: [{ now: { value: expect.closeTo(2, 1) } }] })
    expect(sources[0]?.notes).toEqual(['hosts are matched to instances by host part of the address (label instance)'])
  })

  it('are not read where no label tells whose they are', async () => {
    const { readings, sources } = await readingsBeside(scraped(page('1'), 'elsewhere:9100', busy))
    expect(readings['host_cpu']).toMatchObject({ status: 'absent', reason: 'not_configured' })
    expect(sources[0]?.notes[0]).toContain('hosts are not read: no label tells')
  })
})
