import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { queueBacklog } from '../../src/sandbox/scenarios/alerts.ts'
import { skew } from '../../src/sandbox/scenarios/skew.ts'
import { describeWith } from '../support/needs.ts'
import { startRelay } from '../support/relay.ts'
import type { Relay } from '../support/relay.ts'
import { startRig } from './rig.ts'
import type { Rig } from './rig.ts'
import { WEBHOOK_TOKEN, startServed } from './served.ts'
import type { Served } from './served.ts'

type Thread = ReturnType<LocalSlack['channel']>['threads'][number]

describeWith(['prometheus', 'promtool', 'alertmanager'], 'the worked incident, real parts all the way', () => {
  let slack: LocalSlack
  let served: Served
  let rig: Rig
  let hook: Relay

  beforeAll(async () => {
    slack = await startLocalSlack()
    // Alertmanager must know where whyslow will be before whyslow can know where Prometheus is.
    hook = await startRelay()
    rig = await startRig({
      scenario: skew,
      webhookUrl: `${hook.url}/webhook`,
      webhookToken: WEBHOOK_TOKEN,
      alerts: [queueBacklog(10)],
    })
    // The hot instance's queue drains for some 15 s more after its alert has resolved: the second look is long enough to outweigh that.
    served = await startServed({ slack, prometheusUrl: rig.prometheusUrl, config: { verify: { settle: '2m' } } })
    hook.open(served.url)
  }, 120_000)

  afterAll(async () => {
    await served.stop()
    await rig.stop()
    await hook.stop()
    await slack.close()
  })

  it('is concluded in one thread within two seconds of the webhook', async () => {
    const thread = await slack.waitFor(() => threadSaying(SAYS_SKEW), 60_000)
    const [notified] = hook.arrivals
    const concluded = slack.callsOf('chat.update').find(({ args }) => /takes \d+ % of/u.test(String(args['text'])))
    // The one clock in these tests: two seconds from webhook to conclusion is what whyslow promises, on any machine.
    expect((concluded?.at ?? Infinity) - (notified ?? 0)).toBeLessThan(2000)
    const card = JSON.stringify(thread.parent.blocks)
    const share = Number(/takes (\d+) % of arrivals/u.exec(thread.parent.text)?.[1])
    expect(share).toBeGreaterThanOrEqual(74)
    expect(share).toBeLessThanOrEqual(82)
    expect(thread.parent.text).toContain('10.0.1.22:8000')
    expect(card).toMatch(/queue.{0,60}[4-9]\.\d s.{0,20}was \d+ ms/u)
    expect(card).toMatch(/KV cache 9\d %.{0,40}[34]\d %/u)
    expect(card).toMatch(/Do now/u)
    // It is written when the thread is, after the card.
    await vi.waitFor(() => expect(served.log()).toMatch(/"tookMs":\d{1,3}[,}]|"tookMs":1\d{3}[,}]/u), 10_000)
    expect(slack.channel(SEED.oncall).threads).toHaveLength(1)
  }, 90_000)

  it('is told again to who asks by command, in the thread and by the button', async () => {
    const [thread] = slack.channel(SEED.oncall).threads
    if (thread === undefined) throw new Error('no thread')
    const { ts } = thread.parent
    const { receipt } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow qwen2.5-7b' })
    expect(receipt).toMatchObject({ status: 'acked' })
    await slack.say({ text: `<@${slack.botUserId}> why slow`, channel: SEED.oncall, threadTs: ts })
    const answers = await slack.waitFor(() => {
      const all = slack
        .channel(SEED.oncall)
        .messages.filter((message) => message.ts !== ts && SAYS_SKEW.test(message.text))
      return all.length >= 2 ? all : undefined
    }, 20_000)
    expect(answers.filter(({ threadTs }) => threadTs === ts)).toHaveLength(1)
    const edits = slack.callsOf('chat.update').length
    await slack.press({ channel: SEED.oncall, ts, actionId: 'run_again' })
    await slack.waitFor(() => (slack.callsOf('chat.update').length > edits ? true : undefined), 20_000)
    expect(
      slack.channel(SEED.oncall).threads.filter(({ parent }) => parent.ts !== ts && parent.text.includes('🔴')),
    ).toHaveLength(1)
  }, 60_000)

  it('is verified after the fix: nobody waits, and the shares are even again', async () => {
    rig.fix(skew.fixes)
    await slack.waitFor(() => {
      const thread = threadSaying(/resolved after/u)
      return thread !== undefined && (waitingNow(thread) ?? Infinity) <= INSTANCES ? thread : undefined
    }, 240_000)
    const final = await slack.waitFor(() => {
      const found = threadSaying(/VLLMQueueBacklog/u)
      return found !== undefined && sharesNow(found).every((share) => share > 18 && share < 32) ? found : undefined
    }, 240_000)
    expect(sharesNow(final)).toHaveLength(4)
    expect(JSON.stringify(final.parent.blocks)).toMatch(/Recovered/u)
    expect(
      slack.channel(SEED.oncall).threads.filter(({ parent }) => parent.text.includes('VLLMQueueBacklog')),
    ).toHaveLength(1)
  }, 540_000)

  function threadSaying(words: RegExp): Thread | undefined {
    return slack.channel(SEED.oncall).threads.find(({ parent }) => words.test(parent.text))
  }
})

const SAYS_SKEW = /takes \d+ % of arrivals/u

const INSTANCES = 4

/** How many wait by the resolved card: `waiting 0.2 → 78 → 0`. One may at any moment, mid-step. */
function waitingNow({ parent }: Thread): number | undefined {
  const [, now] = /waiting[^→]*→[^→]*→ (\d+)/u.exec(JSON.stringify(parent.blocks)) ?? []
  return now === undefined ? undefined : Number(now)
}

/** The shares that the resolved card shows, in percent: `10.0.1.22:8000 78 % → 26 %`. */
function sharesNow({ parent }: Thread): readonly number[] {
  const text = JSON.stringify(parent.blocks)
  return [...text.matchAll(/10\.0\.1\.2\d:8000[^→]{0,40}→ (\d+) %/gu)].map(([, share]) => Number(share))
}
