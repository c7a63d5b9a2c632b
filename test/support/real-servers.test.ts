import { describe, expect, it } from 'vitest'
import { describeWith } from './needs.ts'
import { runTool, startAlertmanager, startPrometheus, startVictoriaMetrics } from './real-servers.ts'

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe('real servers', () => {
  describeWith(['prometheus', 'promtool'], 'prometheus', () => {
    it('starts with its history loaded and stops', async () => {
      const history = '# TYPE queue gauge\nqueue{instance="a"} 41 1700000000\n# EOF\n'
      const server = await startPrometheus({ history })
      const response = await fetch(`${server.baseUrl}/api/v1/query?query=queue&time=1700000000`)
      expect(await response.json()).toMatchObject({
        data: { result: [{ metric: { instance: 'a' }, value: [1.7e9, '41'] }] },
      })
      await server.stop()
      await server.stop()
      expect(await isUp(server.baseUrl)).toBe(false)
    })

    it('says what the server said when it cannot start', async () => {
      await expect(startPrometheus({ config: 'nonsense: 1\n' })).rejects.toThrow(/prometheus did not start[^]*nonsense/)
    })
  })

  describeWith(['alertmanager', 'amtool'], 'alertmanager', () => {
    it('starts, answers amtool and stops', async () => {
      const server = await startAlertmanager()
      const status = await runTool('amtool', ['--alertmanager.url', server.baseUrl, 'config', 'routes'])
      expect(status).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('none') })
      await server.stop()
      expect(await isUp(server.baseUrl)).toBe(false)
    })
  })

  describeWith('victoria-metrics', 'victoria-metrics', () => {
    it('starts and stops', async () => {
      const server = await startVictoriaMetrics()
      expect(await isUp(`${server.baseUrl}/api/v1/labels`)).toBe(true)
      await server.stop()
      expect(await isUp(server.baseUrl)).toBe(false)
    })
  })
})
