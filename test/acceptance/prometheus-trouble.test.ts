import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { vectorBody } from '../evidence/fake-prometheus.ts'
import type { FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'
import { freePort } from '../support/free-port.ts'
import { startRelay } from '../support/relay.ts'
import type { Relay } from '../support/relay.ts'
import { startScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { notification } from './served.ts'

interface Row {
  readonly name: string
  readonly reply: (request: FakeRequest) => FakeReply
  /** What the source is said to have said, on the card or in its thread. */
  readonly said: string
  /** What the card says of the first signal that could not be read. */
  readonly missing: string
  /** How long Prometheus is waited for; long where it answers, so that a busy machine changes nothing. */
  readonly deadline?: string
}

const ROWS: readonly Row[] = [
  {
    name: '400',
    reply: () => ({ status: 400, body: error('bad_data', 'parse error') }),
    said: 'prometheus: bad_data: parse error',
    missing: 'instances up (HTTP 400)',
  },
  {
    name: '422',
    reply: () => ({ status: 422, body: error('execution', 'too many samples') }),
    said: 'prometheus: execution: too many samples',
    missing: 'instances up (HTTP 422)',
  },
  {
    name: '503',
    reply: () => ({ status: 503, body: error('timeout', 'query timed out') }),
    said: 'prometheus: timeout: query timed out',
    missing: 'instances up (HTTP 503)',
  },
  {
    name: 'HTML',
    reply: () => ({ status: 200, type: 'text/html', body: '<html><a href="http://x">log in</a></html>' }),
    said: 'prometheus: answered text/html, not JSON: log in',
    missing: 'instances up (bad answer)',
  },
  {
    name: 'a partial answer',
    reply: partial,
    said: 'prometheus: store 10.0.0.7 is unreachable',
    missing: 'instances up (no samples)',
  },
  {
    name: 'no answer',
    reply: () => ({ hang: true }),
    said: 'prometheus: no answer in time',
    missing: 'instances up (timeout)',
    deadline: '3s',
  },
]

type Thread = ReturnType<Scene['slack']['channel']>['threads'][number]

let scene: Scene

describe.each(ROWS)('a Prometheus that gives $name', ({ reply, said, missing, deadline = '20s' }) => {
  let held: Relay

  beforeEach(async () => {
    held = await startRelay()
    scene = await startScene({ reply, prometheusUrl: held.url, config: { triage: { deadline } } })
  })

  afterEach(async () => {
    await scene.stop()
    await held.stop()
  })

  it('is not waited for with the card, which says in the end what could not be read', async () => {
    await fire()
    // Order, not time: nothing has come through to Prometheus yet.
    await scene.slack.waitFor(() => threadSaying('reading evidence'), 20_000)
    expect(scene.prometheus.requests).toEqual([])
    held.open(scene.prometheus.url)
    await expectConcluded(said, missing)
    expect(scene.prometheus.requests.length).toBeGreaterThan(0)
  }, 60_000)
})

describe('no Prometheus at all', () => {
  beforeEach(async () => {
    scene = await startScene({ prometheusUrl: `http://127.0.0.1:${await freePort()}` })
  })

  afterEach(() => scene.stop())

  it('is said on the card', async () => {
    await fire()
    await expectConcluded('prometheus: the connection failed (ECONNREFUSED)', 'instances up (unreachable)')
  }, 60_000)
})

async function fire(): Promise<void> {
  expect(await scene.served.notify(notification({ alertname: 'VLLMSlow', model_name: 'm' }))).toBe(200)
}

function threadSaying(words: string): Thread | undefined {
  return scene.slack.channel(SEED.oncall).threads.find(({ parent }) => textOf(parent).includes(words))
}

async function expectConcluded(said: string, missing: string): Promise<void> {
  const { parent, replies } = await scene.slack.waitFor(() => {
    const thread = threadSaying("I can't tell")
    return thread !== undefined && thread.replies.some((reply) => textOf(reply).includes(said)) ? thread : undefined
  }, 40_000)
  expect(textOf(parent)).toContain(missing)
  for (const message of [parent, ...replies]) expect(textOf(message)).not.toMatch(/<html|<a |NaN|undefined/u)
  expect(textOf(parent)).not.toMatch(/healthy|reading evidence/u)
  expect(scene.slack.channel(SEED.oncall).threads).toHaveLength(1)
}

function textOf({ text, blocks }: Thread['parent']): string {
  return `${text}\n${JSON.stringify(blocks)}`
}

/** What Thanos answers when it cannot reach a store. */
function partial({ path }: FakeRequest): FakeReply {
  const warnings = ['store 10.0.0.7 is unreachable']
  const known = path.includes('__name__') ? ['up', 'vllm:num_requests_waiting'] : ['m']
  if (path.includes('/label/')) return { body: JSON.stringify({ status: 'success', warnings, data: known }) }
  return { body: vectorBody([], { warnings }) }
}

function error(errorType: string, message: string): string {
  return JSON.stringify({ status: 'error', errorType, error: message })
}
