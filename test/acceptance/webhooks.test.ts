import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'
import { startScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { notification } from './served.ts'

let scene: Scene

beforeAll(async () => {
  scene = await startScene()
})

afterAll(() => scene.stop())

/** Payloads that name no alerts at all: these are refused, so that the sender's own metrics show it. */
const REFUSED = new Set(['35-zulip-zulip-alert-test-anomalous-notification-json.json'])

describeWithCorpus('webhooks', 'payloads as received', () => {
  it('each get their status, and none becomes a mention or a link that its sender chose', async () => {
    const folder = join(CORPUS, 'webhooks')
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(40)
    for (const file of files) {
      const status = await scene.served.notify(await readFile(join(folder, file), 'utf8'))
      expect(`${file}: ${status}`).toBe(`${file}: ${REFUSED.has(file) ? 400 : 200}`)
    }
    await settled()
    const messages = scene.slack.channel(SEED.oncall).messages
    expect(messages.length).toBeGreaterThan(10)
    expect(messages.flatMap(({ activeMentions }) => activeMentions)).toEqual([])
    expect(messages.flatMap(({ links }) => links.filter(({ by }) => by === 'markup'))).toEqual([])
    expect(scene.served.log()).not.toMatch(/unhandled|TypeError|stack/u)
  }, 120_000)
})

describe('a hostile notification', () => {
  it('pings nobody and fakes no link', async () => {
    const evil = '<!channel> <@U12345678> <http://evil.example|Grafana> @here ```x``` \u202Egnp.exe'
    const labels = { alertname: `VLLMSlow ${evil}`, model_name: evil, severity: 'critical' }
    expect(await scene.served.notify(notification(labels, { annotations: { summary: evil } }))).toBe(200)
    await scene.slack.waitFor(
      () => scene.slack.channel(SEED.oncall).messages.find(({ text }) => text.includes('VLLMSlow')),
      10_000,
    )
    await settled()
    const messages = scene.slack.channel(SEED.oncall).messages
    expect(messages.flatMap(({ activeMentions }) => activeMentions)).toEqual([])
    expect(messages.flatMap(({ links }) => links.filter(({ url }) => url.includes('evil')))).toEqual([])
  }, 60_000)

  it.each([
    ['no JSON', 'not json', 400],
    ['a list', [], 400],
    ['no alerts', {}, 400],
    ['alerts of another kind', { alerts: 'none' }, 400],
    ['an empty list of alerts', { version: '4', alerts: [] }, 200],
    ['three megabytes', { version: '4', alerts: [{ labels: { a: 'x'.repeat(3_000_000) } }] }, 413],
  ])('%s', async (_, body, status) => {
    expect(await scene.served.notify(body)).toBe(status)
  })
})

/** Until Slack has been quiet for a while. */
async function settled(): Promise<void> {
  let calls = -1
  while (calls !== scene.slack.calls().length) {
    calls = scene.slack.calls().length
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
}
