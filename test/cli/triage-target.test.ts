import { expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { findScenario } from '../../src/sandbox/scenarios/catalog.ts'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { describeWith } from '../support/needs.ts'
import { startPrometheus } from '../support/real-servers.ts'
import { NOW, run } from './capture.ts'

describeWith(['prometheus', 'promtool'], 'whyslow triage --prometheus', () => {
  it.each(['skew', 'gpu-throttling', 'outside'])('finds the cause of %s in a real Prometheus', async (id) => {
    const scenario = findScenario(id)
    if (scenario === undefined) throw new Error(`no scenario ${id}`)
    const { text } = await recordHistory({ scenario, end: unixSeconds(NOW / 1000) })
    const server = await startPrometheus({ history: [...text()].join('') })
    try {
      const at = ['--at', String(NOW / 1000), '--selector', 'job="vllm"']
      const { code, out, err } = await run('triage', '--prometheus', server.baseUrl, ...at, '--format', 'json')
      expect({ code, err }).toEqual({ code: 10, err: '' })
      const json = JSON.parse(out) as TriageJson
      expect(json.headline).toMatchObject({ cause: scenario.expectedCause, certainty: 'firm' })
      expect(json.instances).toHaveLength(4)
      expect(json.queries).toBeLessThanOrEqual(40)
    } finally {
      await server.stop()
    }
  })
})
