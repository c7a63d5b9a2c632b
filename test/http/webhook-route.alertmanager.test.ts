import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Incident } from '../../src/domain/incident.ts'
import type { Store } from '../../src/incidents/store.ts'
import { describeWith } from '../support/needs.ts'
import { runTool, startAlertmanager } from '../support/real-servers.ts'
import { aStore } from '../incidents/a-store.ts'
import { incidentsIn } from '../incidents/incidents-in.ts'
import { aServer } from './a-server.ts'

const TOKEN = 's3cr3t'

async function until(store: Store, holds: (incidents: readonly Incident[]) => boolean): Promise<readonly Incident[]> {
  for (let left = 150; left > 0; left -= 1) {
    const incidents = await incidentsIn(store)
    if (holds(incidents)) return incidents
    await sleep(100)
  }
  throw new Error(`still ${JSON.stringify(await incidentsIn(store))}`)
}

async function aRig(maxAlerts = 0) {
  const store = aStore()
  const server = await aServer({
    webhook: {
      auth: { kind: 'bearer', token: { reveal: () => TOKEN } },
      receive: (group, at) => store.receive(group, at),
    },
  })
  const alertmanager = await startAlertmanager({
    config: `
route: { receiver: "why.slow+1", group_by: [cluster], group_wait: 100ms, group_interval: 1s, repeat_interval: 1h }
receivers:
  - name: "why.slow+1"
    webhook_configs:
      - url: ${server.url}/webhook
        max_alerts: ${maxAlerts}
        http_config: { authorization: { credentials: ${TOKEN} } }
`,
  })
  onTestFinished(() => alertmanager.stop())
  /** amtool's own way of telling Alertmanager of an alert; with an end in the past it is resolved. */
  const tell = async (alerts: readonly object[]): Promise<void> => {
    const response = await fetch(`${alertmanager.baseUrl}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts),
    })
    expect(response.status).toBe(200)
  }
  return { store, server, alertmanager, tell }
}

describeWith(['alertmanager', 'amtool'], 'a real Alertmanager', () => {
  it('is taken from firing to resolved and to firing again', async () => {
    const { store, alertmanager, server, tell } = await aRig()
    const url = ['--alertmanager.url', alertmanager.baseUrl]
    const labels = ['alertname=VLLMTTFTHigh', 'cluster=prod', 'model_name=qwen', 'instance=a:8000']
    const added = await runTool('amtool', [...url, 'alert', 'add', ...labels, '--annotation=summary=slow'])
    expect(added).toMatchObject({ exitCode: 0 })
    const [incident] = await until(store, (all) => all.length === 1)
    expect(incident).toMatchObject({
      status: 'firing',
      scope: { cluster: 'prod', instance: 'a:8000' },
      episodes: [{ alertName: 'VLLMTTFTHigh', annotations: { summary: 'slow' } }],
    })
    const startsAt = new Date((incident?.startsAt ?? 0) * 1000).toISOString()
    const own = { labels: incident?.episodes[0]?.labels ?? {} }
    await tell([{ ...own, startsAt, endsAt: new Date(Date.now() - 10).toISOString() }])
    await until(store, (all) => all[0]?.status === 'resolved')
    await tell([{ ...own, startsAt: new Date().toISOString() }])
    const reopened = await until(store, (all) => all[0]?.status === 'firing')
    expect(reopened.map(({ id }) => id)).toEqual([incident?.id])
    // This end knows the start to the millisecond only, so Alertmanager merges two starts and tells the earlier.
    const statuses = reopened[0]?.episodes.map(({ status }) => status) ?? []
    expect([statuses.at(-1), new Set(statuses.slice(0, -1))]).toEqual(['firing', new Set(['resolved'])])
    expect(server.received).toEqual([])
    expect(await server.metrics()).not.toMatch(/result="(?:refused|unauthorized|unavailable)"/u)
  })

  it('is not taken to have resolved what it cut off', async () => {
    const { store, tell } = await aRig(2)
    const alert = (instance: string) => ({
      labels: { alertname: 'A', cluster: 'prod', model_name: 'qwen', instance },
      startsAt: new Date(Date.now() - 1000).toISOString(),
    })
    await tell(['a', 'b', 'c', 'd', 'e'].map(alert))
    const [incident] = await until(store, (all) => all.length === 1)
    expect(incident?.episodes.map(({ status }) => status)).toEqual(['firing', 'firing'])
  })

  it('sends again what could not be kept', async () => {
    const { store, server, tell } = await aRig()
    // The store is gone for the first tries.
    const receive = store.receive.bind(store)
    let failures = 2
    Object.assign(store, {
      receive: (...args: Parameters<Store['receive']>) =>
        (failures -= 1) >= 0 ? Promise.reject(new Error('disk full')) : receive(...args),
    })
    await tell([{ labels: { alertname: 'A "\\ 😀\n', cluster: 'prod' }, startsAt: new Date().toISOString() }])
    const [incident] = await until(store, (all) => all.length === 1)
    expect(incident?.episodes[0]?.alertName).toBe('A "\\ 😀\n')
    expect(await server.metrics()).toContain('whyslow_webhooks_total{result="unavailable"} 2')
  })
})
