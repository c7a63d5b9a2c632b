import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { startScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { notification } from './served.ts'

let scene: Scene

beforeEach(async () => {
  scene = await startScene()
})

afterEach(() => scene.stop())

const LABELS = { alertname: 'VLLMTTFTHigh', model_name: 'qwen2.5-7b' }

/** Threads in the channel whose card has its conclusion. */
async function concludedThreads(): Promise<number> {
  await scene.slack.waitFor(
    () =>
      scene.slack
        .channel(SEED.oncall)
        .threads.find(({ parent, replies }) => isConcluded(parent.text) && replies.length > 0),
    20_000,
  )
  // A second thread, if one came, would come now.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return scene.slack.channel(SEED.oncall).threads.length
}

function isConcluded(text: string): boolean {
  return text.includes("I can't tell")
}

describe('kill -9', () => {
  it('between the 200 and the post: the incident is posted after the restart, once', async () => {
    const release = scene.slack.fail('chat.postMessage', { hang: true })
    expect(await scene.served.notify(notification(LABELS))).toBe(200)
    await scene.slack.waitFor(() => scene.slack.callsOf('chat.postMessage')[0], 10_000)
    await scene.served.kill9()
    release()
    await scene.served.restart()
    expect(await concludedThreads()).toBe(1)
  }, 90_000)

  it('between the post and its record: the post is found again, and edited', async () => {
    const release = scene.slack.fail('chat.postMessage', { hang: true, takesEffect: true })
    expect(await scene.served.notify(notification(LABELS))).toBe(200)
    await scene.slack.waitFor(() => scene.slack.channel(SEED.oncall).threads[0], 10_000)
    await scene.served.kill9()
    release()
    await scene.served.restart()
    expect(await concludedThreads()).toBe(1)
  }, 90_000)

  it('at once after every fifth of twenty notifications: one thread for each, nothing lost', async () => {
    const models = Array.from({ length: 20 }, (_, index) => `model-${String(index).padStart(2, '0')}`)
    for (const [index, model] of models.entries()) {
      expect(await scene.served.notify(notification({ ...LABELS, model_name: model }))).toBe(200)
      if (index % 5 === 4) {
        await scene.served.kill9()
        await scene.served.restart()
      }
    }
    const cards = await scene.slack.waitFor(() => {
      const threads = scene.slack.channel(SEED.oncall).threads.filter(({ parent }) => isConcluded(parent.text))
      return threads.length >= models.length ? threads : undefined
    }, 60_000)
    expect(cards.flatMap(({ parent }) => modelsIn(parent.blocks)).toSorted()).toEqual(models)
    expect(scene.slack.channel(SEED.oncall).threads).toHaveLength(models.length)
  }, 180_000)

  it('and SIGTERM ends in order, with nothing left behind', async () => {
    expect(await scene.served.notify(notification(LABELS))).toBe(200)
    await concludedThreads()
    expect(await scene.served.stop()).toBe(0)
  }, 60_000)
})

/** The models that a card names, each once. */
function modelsIn(blocks: unknown): readonly string[] {
  return [...new Set(JSON.stringify(blocks).match(/model-\d+/gu))]
}
