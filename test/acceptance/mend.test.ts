import { afterEach, beforeEach, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { startScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { notification } from './served.ts'

let scene: Scene

beforeEach(async () => {
  scene = await startScene()
})

afterEach(() => scene.stop())

it('an alert that came while the token was revoked is posted when a person has mended that', async () => {
  scene.slack.revoke('bot')
  expect(await scene.served.notify(notification({ alertname: 'VLLMSlow', model_name: 'm' }))).toBe(200)
  await scene.slack.waitFor(() => scene.slack.callsOf('chat.postMessage')[0], 10_000)
  scene.slack.restore('bot')
  const thread = await scene.slack.waitFor(() => scene.slack.channel(SEED.oncall).threads[0], 60_000)
  expect(thread.parent.text).toContain('VLLMSlow')
}, 90_000)
