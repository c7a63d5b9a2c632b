import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutes, unixSeconds } from '../../../src/domain/time.ts'
import type { Read } from '../../../src/sandbox/scenarios/scenario.ts'
import { readAt } from '../../../src/sandbox/scenarios/read-at.ts'
import { createSeriesIndex } from '../../../src/signals/evaluate/series-index.ts'
import { recordHistory } from '../../../src/sandbox/fleet/history/record-history.ts'
import { catalog } from '../../../src/sandbox/scenarios/catalog.ts'
import { rulesFile } from '../../../src/sandbox/scenarios/rules-file.ts'
import { describeWith } from '../../support/needs.ts'
import { runTool, startPrometheus } from '../../support/real-servers.ts'
import type { RealServer } from '../../support/real-servers.ts'

const FIRST_END = 1_796_000_000
const APART = 3 * 3600

/** All stories one after the other in one Prometheus, each with only the families that the rules read. */
describeWith(['prometheus', 'promtool'], 'the alerts of the scenarios', () => {
  let prometheus: RealServer
  const reads = new Map<string, (at: number) => Read>()
  beforeAll(async () => {
    const expressions = catalog.map(({ alert }) => alert.expr).join(' ')
    const keeps = (family: string): boolean => expressions.includes(family)
    let text = ''
    for (const [index, scenario] of catalog.entries()) {
      const end = unixSeconds(FIRST_END + index * APART)
      const history = await recordHistory({ scenario, end, duration: minutes(45) })
      const series = createSeriesIndex(
        history.series().filter(({ name }) => keeps(name.replace(/_(?:bucket|sum|count)$/u, ''))),
      )
      reads.set(scenario.id, (at) => readAt(series, unixSeconds(at)))
      text += [...history.text(keeps)].join('').replace('# EOF\n', '')
    }
    prometheus = await startPrometheus({ history: `${text}# EOF\n` })
  }, 120_000)
  afterAll(async () => {
    await prometheus.stop()
  })

  it.each(catalog.map((scenario, index) => ({ ...scenario, end: FIRST_END + index * APART })))(
    '$id fires $alert.alertname with the labels it says',
    async ({ alert, end }) => {
      const found = await query(prometheus, alert.expr, end)
      const { alertname: _, ...rest } = alert.firingLabels
      const labels = found.map(({ metric }) => ({ ...metric, ...alert.labels }))
      expect(labels).toContainEqual(expect.objectContaining(rest))
    },
  )

  it.each(catalog.map((scenario, index) => ({ ...scenario, end: FIRST_END + index * APART })))(
    '$id: holds here when it holds in Prometheus',
    async ({ id, alert, end }) => {
      // Between two scrapes: whether a range holds what lies exactly at its start is a matter of Prometheus' release.
      for (let at = end - 893; at <= end; at += 75) {
        const holds = (await query(prometheus, alert.expr, at)).length > 0
        const read = reads.get(id)
        expect(read !== undefined && alert.fires(read(at)), `${at - end} s from the end`).toBe(holds)
      }
    },
  )

  it('fire only after the onset', async () => {
    for (const [index, { id, alert, onsetBeforeEnd, timeline }] of catalog.entries()) {
      if (timeline.length === 0) continue
      const onset = FIRST_END + index * APART - onsetBeforeEnd
      expect(await query(prometheus, alert.expr, onset - 30), `in ${id}`).toEqual([])
    }
  })

  it('stay true for as long as their rule asks before the end', async () => {
    for (const [index, { id, alert }] of catalog.entries()) {
      const end = FIRST_END + index * APART
      const holds = Number(alert.for.replace('m', '')) * 60
      for (let at = end - holds; at <= end; at += 30) {
        expect(await query(prometheus, alert.expr, at), `in ${id}`).not.toEqual([])
      }
    }
  })
})

describeWith('promtool', 'the rules of the scenarios', () => {
  it.each(catalog)('$id: is accepted', async ({ id, alert }) => {
    const file = join(tmpdir(), `whyslow-rules-${process.pid}-${id}.yml`)
    await writeFile(file, rulesFile([alert]))
    const { exitCode, stdout, stderr } = await runTool('promtool', ['check', 'rules', file])
    await rm(file)
    expect(stderr).toBe('')
    expect(stdout).toContain('SUCCESS: 1 rules found')
    expect(exitCode).toBe(0)
  })
})

interface Found {
  readonly metric: Record<string, string>
}

async function query(prometheus: RealServer, expr: string, time: number): Promise<readonly Found[]> {
  const body = new URLSearchParams({ query: expr, time: String(time) })
  const response = await fetch(`${prometheus.baseUrl}/api/v1/query`, { method: 'POST', body })
  const answer = (await response.json()) as { status: string; error?: string; data: { result: Found[] } }
  expect(answer.error).toBeUndefined()
  return answer.data.result
}
