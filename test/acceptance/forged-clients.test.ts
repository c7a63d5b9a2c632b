import { afterAll, beforeAll, expect, it } from 'vitest'
import { toIso, unixSeconds } from '../../src/domain/time.ts'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { describeWith } from '../support/needs.ts'
import { FORGED, FORGER, type ForgedRig, HONEST, PROXY, WINDOW, startForgedRig } from './forged-clients-rig.ts'
import { triageWith } from './triage-with.ts'

const NEEDED = ['nginx', 'haproxy', 'prometheus', 'promtool'] as const
const TRUSTED = ['127.2.0.0/16']

describeWith(NEEDED, 'who is blamed behind a real HAProxy and nginx, where one forges X-Forwarded-For', () => {
  let rig: ForgedRig

  beforeAll(async () => {
    rig = await startForgedRig()
  }, 240_000)

  afterAll(() => rig?.stop())

  const triage = (log: string, trusted: readonly string[]): Promise<TriageJson> =>
    triageWith({
      folder: rig.folder,
      cluster: { prometheus: { url: rig.prometheusUrl }, access_logs: [`${log}.log`] },
      clients: { trusted_proxies: trusted },
      at: toIso(unixSeconds(rig.end)),
      window: WINDOW,
    })

  it.each([
    ['nginx, which logs its peer, and that peer is trusted', 'nginx', TRUSTED],
    ['nginx, which asks the peers it trusts', 'realip', []],
    ['the same, where its peer would be trusted, too', 'realip', TRUSTED],
    ['HAProxy, which stands outermost and logs the header that came, too', 'haproxy', []],
  ])('is the one who sent it, by the log of %s', async (_, log, trusted) => {
    const json = await triage(log, trusted)
    // On a slow machine the engines come to their slot cap as well, and that is told before it.
    const surge = [json.headline, ...json.contributing].find(({ cause }) => cause === 'queue.client_surge')
    expect(surge?.title).toContain(FORGER)
    expect([[], [FORGER]]).toContainEqual(json.headline.clients)
    const [first, ...others] = json.clients.top
    expect(first).toMatchObject({ client: FORGER, role: 'suspect' })
    expect(Math.abs((first?.request_share ?? 0) - rig.forgersPart)).toBeLessThan(0.1)
    expect(first?.baseline_share).toBeLessThan(0.05)
    expect(others.map(({ client }) => client).toSorted()).toEqual(HONEST)
    expect(others.map(({ role }) => role)).toEqual(HONEST.map(() => 'bystander'))
    expect(json.clients.coverage).toBeGreaterThan(0.7)
    expect(told(json)).not.toContain(FORGED)
  })

  it.each([
    ['nginx, which logs its peer', 'nginx', PROXY, 'real_ip_recursive on'],
    ['the engines, which see nginx alone', 'uvicorn', '127.0.0.1', 'FORWARDED_ALLOW_IPS'],
  ])('is nobody by the log of %s, where no proxy is trusted', async (_, log, peer, mend) => {
    const json = await triage(log, [])
    expect(json.headline.clients).toEqual([])
    expect(json.headline.instances).toHaveLength(4)
    expect(json.contributing.map(({ cause }) => cause)).not.toContain('queue.client_surge')
    expect(json.clients.top.map(({ client, role }) => [client, role])).toEqual([[peer, 'bystander']])
    expect(json.clients.notes.join('\n')).toMatch(/attribution stops at the gateway/u)
    expect(json.clients.notes.join('\n')).toContain(mend)
    expect(told(json)).not.toContain(FORGED)
  })
})

/** All that names anybody. */
function told({ headline, contributing, clients }: TriageJson): string {
  return JSON.stringify([headline, contributing, clients.top])
}
