import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { z } from 'zod'
import { startApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { startLocalAlertmanager } from '../../src/sandbox/demo/local-alertmanager.ts'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { type LocalSlack, startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { aLog } from '../slack/ends.ts'
import { notification } from './served.ts'

const { oncall } = SEED
const LABELS = { alertname: 'VLLMTTFTHigh', cluster: 'prod', model_name: 'qwen2.5-7b' }

interface Line {
  readonly slack: LocalSlack
  readonly lines: () => string
  readonly notify: (body: unknown) => Promise<void>
  /** What `/readyz` says of Slack. */
  readonly ready: () => Promise<string>
  /** How many messages say this. */
  readonly answers: (text: string) => number
}

/** whyslow as it is served, over Socket Mode. */
async function withLine(story: (line: Line) => Promise<void>): Promise<void> {
  const slack = await startLocalSlack({ mode: 'lenient', ackLimitMs: 1000 })
  const alertmanager = await startLocalAlertmanager({ firing: () => [LABELS], now: () => Date.now() / 1000 })
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-socket-'))
  const file = join(folder, 'whyslow.yml')
  const cluster = { name: 'prod', prometheus: { url: 'http://127.0.0.1:9' }, alertmanager: { url: alertmanager.url } }
  const config = {
    slack: { channel: oncall, mode: 'socket', api_url: slack.url },
    listen: { host: '127.0.0.1', port: 0 },
    store: `file:${join(folder, 'whyslow.db')}`,
    clusters: [cluster],
  }
  await writeFile(file, stringify(config))
  const { log, lines } = aLog()
  const env = { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken }
  const app = await startApp(loadConfig(file, env), log)
  try {
    await until(() => slack.socket.connections() === 1)
    await story({
      slack,
      lines,
      notify: async (body) => {
        const headers = { 'content-type': 'application/json' }
        await fetch(`${app.url}/webhook`, { method: 'POST', headers, body: JSON.stringify(body) })
      },
      ready: async () => readyz.parse(await (await fetch(`${app.url}/readyz`)).json()).checks.slack,
      answers: (text) => {
        const { messages, ephemeral } = slack.channel(oncall)
        return [...messages, ...ephemeral].filter((one) => one.text.includes(text)).length
      },
    })
  } finally {
    await app.close()
    await alertmanager.close()
    await slack.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const readyz = z.object({ checks: z.object({ slack: z.string() }) })
/** The slowest of what is waited for: whether the bot's token is good is looked at once a minute. */
const PATIENCE = { timeout: 90_000, interval: 100 }

async function until(claim: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await claim()).toBe(true), PATIENCE)
}

/** What each command's answer says where nothing can be read. */
const ANSWERS = {
  status: '0 open incidents',
  latency: 'prod: No stage of latency could be read.',
  skew: 'How even the arrivals are',
  clients: 'prod: not read (client series',
  silence: 'No silence of mine is in force.',
  tree: "questions of the tree's trunk",
} as const

describe.concurrent('Socket Mode, as it is served', () => {
  it('answers every command once, whatever becomes of the connection meanwhile', () =>
    withLine(async ({ slack, answers }) => {
      const ends = [
        () => slack.socket.drop(),
        () => slack.socket.disconnect('refresh_requested'),
        () => slack.socket.disconnect('warning'),
      ]
      for (const [round, end] of ends.entries()) {
        const sent = Object.keys(ANSWERS).map((text) => slack.sendSlashCommand({ command: '/vllm', text }))
        end()
        await Promise.all(sent)
        await until(() => slack.socket.connections() === 1)
        for (const text of Object.values(ANSWERS)) {
          await until(() => answers(text) === round + 1)
        }
      }
      // What was made up for late would be there by now.
      await new Promise((resolve) => setTimeout(resolve, 3000))
      for (const text of Object.values(ANSWERS)) expect(answers(text), `of ${text}`).toBe(ends.length)
    }))

  it('that goes deaf for a minute says so and comes back, and posts all the while', () =>
    withLine(async ({ slack, notify, ready, answers }) => {
      expect(await ready()).toBe('ok')
      slack.socket.behave('mute')
      const lost = slack.sendSlashCommand({ command: '/vllm', text: 'status' })
      expect((await lost).receipt.status).toBe('operation_timeout')
      await notify(notification(LABELS))
      await slack.waitFor(() => slack.channel(oncall).threads[0] ?? slack.channel(oncall).messages[0], 20_000)
      // Slack is to ping every ten seconds; the client gives a silent one up after thirty, and opens another.
      await until(() => slack.callsOf('apps.connections.open').length > 1)
      slack.socket.behave('normal')
      await until(async () => (await ready()) === 'ok')
      await until(
        async () => (await slack.sendSlashCommand({ command: '/vllm', text: 'silence' })).receipt.status === 'acked',
      )
      await until(() => answers(ANSWERS.silence) === 1)
    }))

  it.each(['app', 'bot'] as const)('with its %s token revoked says so, and comes back when that is mended', (kind) =>
    withLine(async ({ slack, lines, ready, answers }) => {
      slack.revoke(kind)
      slack.socket.drop()
      await until(() => /token_revoked: install the app again and set the new token/u.test(lines()))
      expect(await ready()).toBe('failed')
      expect(lines()).not.toContain(kind === 'app' ? slack.appToken : slack.botToken)
      slack.restore(kind)
      await until(async () => (await ready()) === 'ok')
      const { receipt } = await slack.sendSlashCommand({ command: '/vllm', text: 'silence' })
      expect(receipt.status).toBe('acked')
      await until(() => answers(ANSWERS.silence) === 1)
    }),
  )
}, 240_000)
