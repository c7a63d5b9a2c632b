import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { startFakePrometheus } from '../evidence/fake-prometheus.ts'
import type { FakePrometheus, FakeReply } from '../evidence/fake-prometheus.ts'
import { notification, startServed } from './served.ts'
import type { Served } from './served.ts'

interface Row {
  readonly name: string
  readonly reply: FakeReply
  /** What the card must say of it. */
  readonly says: RegExp
}

const PARTIAL = JSON.stringify({
  status: 'success',
  data: { resultType: 'vector', result: [] },
  warnings: ['store 10.0.0.7 is unreachable'],
})

const ROWS: readonly Row[] = [
  { name: '400', reply: { status: 400, body: error('bad_data', 'parse error') }, says: /400/u },
  { name: '422', reply: { status: 422, body: error('execution', 'too many samples') }, says: /422/u },
  { name: '503', reply: { status: 503, body: error('timeout', 'query timed out') }, says: /503/u },
  {
    name: 'HTML',
    reply: { status: 200, type: 'text/html', body: '<html><a href="http://x">log in</a></html>' },
    says: /answer/u,
  },
  { name: 'a partial answer', reply: { body: PARTIAL }, says: /.+/u },
  { name: '10 seconds', reply: { afterMs: 10_000, body: PARTIAL }, says: /time/u },
]

let slack: LocalSlack
let prometheus: FakePrometheus
let served: Served
let reply: FakeReply = {}

beforeAll(async () => {
  slack = await startLocalSlack({ mode: 'lenient' })
  prometheus = await startFakePrometheus(() => reply)
  served = await startServed({ slack, prometheusUrl: prometheus.url })
})

afterAll(async () => {
  await served.stop()
  await prometheus.stop()
  await slack.close()
})

it.each(ROWS)(
  '$name: the card is there at once, and says what could not be read',
  async ({ name, reply: given, says }) => {
    reply = given
    await expectHonestCard(name, says)
  },
  40_000,
)

it('no Prometheus at all: the card is there at once, and says what could not be read', async () => {
  await prometheus.stop()
  await expectHonestCard('down', /unreachable|could not be read/u)
}, 40_000)

async function expectHonestCard(model: string, says: RegExp): Promise<void> {
  const asked = Date.now()
  expect(await served.notify(notification({ alertname: 'VLLMSlow', model_name: model }))).toBe(200)
  const find = (): ReturnType<LocalSlack['channel']>['threads'][number] | undefined =>
    slack.channel(SEED.oncall).threads.find(({ parent }) => JSON.stringify(parent.blocks).includes(model))
  await slack.waitFor(find, 5000)
  expect(Date.now() - asked).toBeLessThan(1500)
  const thread = await slack.waitFor(() => {
    const found = find()
    return found !== undefined && found.parent.text.includes("I can't tell") ? found : undefined
  }, 20_000)
  const card = JSON.stringify(thread.parent.blocks)
  expect(card).toMatch(says)
  expect(card).not.toMatch(/<html|<a |NaN|undefined/u)
  expect(thread.parent.text).not.toMatch(/healthy/u)
}

function error(errorType: string, message: string): string {
  return JSON.stringify({ status: 'error', errorType, error: message })
}
