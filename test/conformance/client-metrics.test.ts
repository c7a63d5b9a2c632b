import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CORPUS, describeWith, describeWithCorpus } from '../support/needs.ts'
import { conformClientMetrics } from './client-metrics.ts'

describeWithCorpus('client-metrics', 'the recorded series of gateways', () => {
  describeWith(['prometheus', 'promtool'], 'on a real Prometheus', () => {
    it('name the clients that are in them, and count nobody twice', async () => {
      const { found, problems } = await conformClientMetrics(join(CORPUS, 'client-metrics'))
      expect(problems).toEqual([])
      expect(found).toHaveLength(9)
    }, 60_000)
  })
})

describeWith(['prometheus', 'promtool'], 'conformClientMetrics', () => {
  it('tells a page that counts somebody twice, one of which nothing is known, and one that names another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whyslow-conformance-'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'new.prom'), 'a_total 1\n')
    const series = (workload: string) =>
      `istio_requests_total{reporter="destination",source_workload="${workload}",destination_workload="server"} 41\n`
    writeFileSync(join(folder, 'istio-real.prom'), `${series('client')}${series('unknown')}`)
    writeFileSync(join(folder, 'kong-ai-gateway-real.prom'), 'kong_http_requests_total{consumer="a",code="200"} 5\n')
    const { problems } = await conformClientMetrics(folder)
    rmSync(folder, { recursive: true })
    expect(problems).toEqual([
      'client-metrics/new.prom: nobody said who is in it',
      expect.stringContaining('istio-real.prom: counts 82 requests, there are 41'),
      expect.stringContaining('kong-ai-gateway-real.prom: read kong by consumer: a 5 of 5'),
    ])
  }, 30_000)
})
