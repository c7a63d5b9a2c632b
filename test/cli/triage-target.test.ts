import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { ingressLine } from '../../src/sandbox/fleet/access-log/ingress-nginx.ts'
import { findScenario } from '../../src/sandbox/scenarios/catalog.ts'
import { skew } from '../../src/sandbox/scenarios/skew.ts'
import { stickySessions } from '../../src/sandbox/scenarios/sticky-sessions.ts'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { describeWith } from '../support/needs.ts'
import { startPrometheus } from '../support/real-servers.ts'
import { NOW, run } from './capture.ts'

describe('whyslow triage --recording --access-log', () => {
  it.each([
    { scenario: skew, cause: 'queue.skew.lb', client: '10.42.9.80' },
    { scenario: stickySessions, cause: 'queue.skew.affinity', client: '10.42.7.31' },
  ])(
    'says who sends the load, and what it follows, as the logs have it: $cause',
    async ({ scenario, cause, client }) => {
      const folder = await mkdtemp(join(tmpdir(), 'whyslow-triage-logs-'))
      try {
        const { text, access } = await recordHistory({ scenario, end: unixSeconds(NOW / 1000) })
        const recording = join(folder, 'history.om')
        await writeFile(recording, [...text()].join(''))
        await writeFile(join(folder, 'ingress.log'), `${access.gateway.map(ingressLine).join('\n')}\n`)
        const from = ['--recording', recording, '--selector', 'job="vllm"', '--access-log', join(folder, '*.log')]
        const { code, out, err } = await run('triage', ...from, '--format', 'json')
        expect({ code, err }).toEqual({ code: 10, err: '' })
        const json = JSON.parse(out) as TriageJson
        expect(json.headline).toMatchObject({ cause, certainty: 'firm', clients: [client] })
        expect(json.contributing).toContainEqual(expect.objectContaining({ cause: 'queue.client_surge' }))
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  it('goes with no configuration, which has its own', async () => {
    const { code, err } = await run('triage', '--config', 'a.yml', '--access-log', 'a.log')
    expect(code).toBe(2)
    expect(err).toMatch(/'--access-log <file...>' cannot be used with option '--config <file>'/u)
  })
})

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
