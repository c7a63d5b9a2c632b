import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

const LABELS = { alertname: 'VLLMTTFTHigh', model_name: 'qwen2.5-7b' }

/** Threads in the channel whose card has its conclusion. */
async function concludedThreads(): Promise<number> {
  await slack.waitFor(
    () =>
      slack.channel(SEED.oncall).threads.find(({ parent, replies }) => isConcluded(parent.text) && replies.length > 0),
    20_000,
  )
  // A second thread, if one came, would come now.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return slack.channel(SEED.oncall).threads.length
}

function isConcluded(text: string): boolean {
  return text.includes("I can't tell")
}

describe('kill -9', () => {
  it('between the 200 and the post: the incident is posted after the restart, once', async () => {
    const release = slack.fail('chat.postMessage', { hang: true })
    expect(await served.notify(notification(LABELS))).toBe(200)
    await slack.waitFor(() => slack.callsOf('chat.postMessage')[0], 10_000)
    await served.kill9()
    release()
    await served.restart()
    expect(await concludedThreads()).toBe(1)
  }, 90_000)

  it('between the post and its record: the post is found again, and edited', async () => {
    const release = slack.fail('chat.postMessage', { hang: true, takesEffect: true })
    expect(await served.notify(notification(LABELS))).toBe(200)
    await slack.waitFor(() => slack.channel(SEED.oncall).threads[0], 10_000)
    await served.kill9()
    release()
    await served.restart()
    expect(await concludedThreads()).toBe(1)
  }, 90_000)

  it('at once after each of twenty notifications: one thread for each, nothing lost', async () => {
    for (let index = 0; index < 20; index += 1) {
      expect(await served.notify(notification({ ...LABELS, model_name: `model-${index}` }))).toBe(200)
      if (index % 5 === 4) {
        await served.kill9()
        await served.restart()
      }
    }
    const texts = await slack.waitFor(() => {
      const threads = slack.channel(SEED.oncall).threads.filter(({ parent }) => isConcluded(parent.text))
      return threads.length >= 20 ? threads.map(({ parent }) => JSON.stringify(parent.blocks)) : undefined
    }, 60_000)
    expect(texts).toHaveLength(20)
    for (let index = 0; index < 20; index += 1) {
      expect(texts.filter((text) => text.includes(`model-${index}`) && !text.includes(`model-${index}0`))).not.toEqual(
        [],
      )
    }
    expect(slack.channel(SEED.oncall).threads).toHaveLength(20)
  }, 180_000)

  it('and SIGTERM ends in order, with nothing left behind', async () => {
    expect(await served.notify(notification(LABELS))).toBe(200)
    await concludedThreads()
    expect(await served.stop()).toBe(0)
  }, 60_000)
})
