import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServed } from '../acceptance/served.ts'
import { aSlack } from '../sandbox/slack/local.ts'
import { HOSTILE_BODIES, postSigned } from '../slack/hostile-bodies.ts'
import { run } from './capture.ts'

let folder = ''
const taken = createServer()
let port = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whyslow-serve-'))
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  await writeFile(join(folder, 'token'), 'xoxb-not-a-token')
  await writeFile(join(folder, 'no-database'), 'hello '.repeat(1000))
})
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

const SLACK =
  'slack: { channel: C1, bot_token_file: token, signing_secret_file: token, api_url: http://127.0.0.1:1/api/ }'
const CLUSTERS = 'clusters: [{ name: prod, prometheus: { url: http://127.0.0.1:1 } }]'

describe('whyslow serve', () => {
  it.each([
    ['no Slack', () => CLUSTERS, /^whyslow: slack: is missing; write slack: /],
    [
      'a webhook secret that is not set',
      () => `${SLACK}\nwebhook: { bearer_token_env: WHYSLOW_NO_SUCH_TOKEN }\n${CLUSTERS}`,
      /webhook\.bearer_token_env: the environment has no WHYSLOW_NO_SUCH_TOKEN/,
    ],
    [
      'a port in use',
      () => `${SLACK}\nlisten: { host: 127.0.0.1, port: ${port} }\nstore: ${folder}/a.db\n${CLUSTERS}`,
      /cannot listen on 127\.0\.0\.1:\d+: it is in use; choose another listen\.port/,
    ],
    [
      'a store that is none',
      () => `${SLACK}\nstore: ${folder}/no-database\n${CLUSTERS}`,
      /^whyslow: store .*no-database: .*; name another file in store:/,
    ],
    [
      'a selector that is none',
      () => `${SLACK}\nclusters: [{ name: a, prometheus: { url: http://x }, selector: "job" }]`,
      /clusters\[0\]\.selector: "job" is no selector; write matchers/,
    ],
  ])('answers %s with one line and 2', async (name, text, message) => {
    const path = join(folder, `${name}.yml`)
    await writeFile(path, text())
    const { code, err } = await run('serve', '--config', path, '--log-level', 'silent')
    expect(err).toMatch(/^whyslow: [^\n]+\n$/)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })

  it('wants a log level there is', async () => {
    const path = join(folder, 'good.yml')
    await writeFile(path, `${SLACK}\n${CLUSTERS}`)
    const { code, err } = await run('serve', '--config', path, '--log-level', 'loud')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'whyslow: --log-level "loud" is none of trace, debug, info, warn, error, silent\n',
    })
  })

  it('lives on whatever is sent to its Slack address', { timeout: 30_000 }, async () => {
    const slack = await aSlack()
    const served = await startServed({ slack, prometheusUrl: 'http://127.0.0.1:1' })
    const statuses: number[] = []
    for (const [, type, body] of HOSTILE_BODIES) {
      const { status } = await postSigned(`${served.url}/slack/events`, slack.signingSecret, { type, body })
      statuses.push(status)
    }
    expect(new Set(statuses)).toEqual(new Set([400]))
    expect((await slack.sendSlashCommand({ command: '/vllm', text: 'help' })).receipt.status).toBe('acked')
    expect(await served.stop()).toBe(0)
  })
})
