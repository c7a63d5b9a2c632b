import { afterEach, beforeEach, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { startFakePrometheus } from '../evidence/fake-prometheus.ts'
import type { FakePrometheus } from '../evidence/fake-prometheus.ts'
import { notification, startServed } from './served.ts'
import type { Served } from './served.ts'

let slack: LocalSlack
let prometheus: FakePrometheus
let served: Served

beforeEach(async () => {
  slack = await startLocalSlack({ mode: 'lenient' })
  prometheus = await startFakePrometheus(() => ({ status: 503, body: '{"status":"error","error":"busy"}' }))
  served = await startServed({ slack, prometheusUrl: prometheus.url })
})

afterEach(async () => {
  await served.stop()
  await prometheus.stop()
  await slack.close()
})

it('an alert that came while the token was revoked is posted when a person has mended that', async () => {
  slack.revoke('bot')
  expect(await served.notify(notification({ alertname: 'VLLMSlow', model_name: 'm' }))).toBe(200)
  await slack.waitFor(() => slack.callsOf('chat.postMessage')[0], 10_000)
  slack.restore('bot')
  const thread = await slack.waitFor(() => slack.channel(SEED.oncall).threads[0], 60_000)
  expect(thread.parent.text).toContain('VLLMSlow')
}, 90_000)
