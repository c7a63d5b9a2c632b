import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { freePort } from '../support/free-port.ts'

export const WEBHOOK_TOKEN = 'hook-token-5f1c'

/** `whyslow serve` as a process of its own, with its store in a folder that outlives it. */
export interface Served {
  readonly url: string
  readonly webhookUrl: string
  readonly log: () => string
  /** Posts a notification; gives the status. */
  readonly notify: (body: unknown) => Promise<number>
  /** Ends the process at once, as the kernel does when memory runs out. */
  readonly kill9: () => Promise<void>
  /** Starts it again on the same store and port. */
  readonly restart: () => Promise<void>
  /** Ends it in order; gives the exit code. */
  readonly stop: () => Promise<number | null>
}

export interface ServedOptions {
  readonly slack: LocalSlack
  readonly prometheusUrl: string
  /** More of the configuration, by section. */
  readonly config?: Readonly<Record<string, unknown>>
}

export async function startServed(options: ServedOptions): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-served-'))
  const port = await freePort()
  const file = join(folder, 'whyslow.yml')
  await writeFile(file, stringify(configOf(options, { folder, port })))
  const url = `http://127.0.0.1:${port}`
  let log = ''
  let child = await launch()
  options.slack.deliverTo({ kind: 'http', url: `${url}/slack/events` })

  async function launch(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'serve', '--config', file], {
      env: {
        ...process.env,
        SLACK_BOT_TOKEN: options.slack.botToken,
        SLACK_SIGNING_SECRET: options.slack.signingSecret,
        WHYSLOW_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
      },
    })
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (data) => (log += String(data)))
    await waitUntilUp(started, url, () => log)
    return started
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
    return child.exitCode
  }

  return {
    url,
    webhookUrl: `${url}/webhook`,
    log: () => log,
    notify: (body) => notify(`${url}/webhook`, body),
    kill9: async () => void (await end('SIGKILL')),
    restart: async () => {
      child = await launch()
    },
    stop: async () => {
      const code = await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

function configOf(
  { slack, prometheusUrl, config = {} }: ServedOptions,
  { folder, port }: { readonly folder: string; readonly port: number },
): unknown {
  return {
    slack: { channel: slack.channel(SEED.oncall).id, mode: 'http', api_url: slack.url },
    listen: { host: '127.0.0.1', port },
    webhook: { bearer_token_env: 'WHYSLOW_WEBHOOK_TOKEN' },
    store: `file:${join(folder, 'whyslow.db')}`,
    clusters: [{ name: 'prod', prometheus: { url: prometheusUrl } }],
    ...config,
  }
}

async function notify(url: string, body: unknown): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${WEBHOOK_TOKEN}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

async function waitUntilUp(child: ChildProcess, url: string, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}:\n${log()}`)
    const status = await fetch(`${url}/healthz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(50)
  }
  throw new Error(`serve did not come up:\n${log()}`)
}

/** A firing notification of one alert, as Alertmanager sends it. */
export function notification(
  labels: Readonly<Record<string, string>>,
  more: { readonly status?: 'firing' | 'resolved'; readonly startsAt?: Date; readonly annotations?: object } = {},
): unknown {
  const { status = 'firing', startsAt = new Date(), annotations = {} } = more
  const endsAt = status === 'firing' ? '0001-01-01T00:00:00Z' : new Date().toISOString()
  const alert = {
    status,
    labels,
    annotations,
    startsAt: startsAt.toISOString(),
    endsAt,
    generatorURL: '',
    fingerprint: Buffer.from(JSON.stringify(labels)).toString('hex').slice(-16),
  }
  return {
    receiver: 'whyslow',
    status,
    alerts: [alert],
    groupLabels: {},
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: 'http://alertmanager:9093',
    version: '4',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
  }
}
