import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketModeReceiver } from '@slack/bolt'
import type { Logger } from '../lib/logger.ts'
import { readFailure } from './call-failure.ts'
import type { SlackStatus } from './check-slack.ts'

type SocketClient = SocketModeReceiver['client']

export interface Connection {
  /** Resolves when the first try has ended, well or not. */
  start(): Promise<void>
  stop(): Promise<void>
  status(): SlackStatus
}

/** A connection that ends sooner than this counts as a failed try. */
const SHORT_LIFE_MS = 5000
const LONGEST_WAIT_SECONDS = 30
/** After a refusal only a person can help, who may do so at any time. */
const REFUSED_WAIT_SECONDS = 60

/**
 * Keeps one Socket Mode connection open for as long as the process lives. The library's own reconnecting is to be off:
 * it leaves a hole of seconds at each refresh, and a failure in it ends the process.
 */
export function keepConnected(client: SocketClient, log: Logger): Connection {
  const ended = new AbortController()
  let current: SlackStatus = { ok: false, detail: 'Socket Mode: not connected yet' }
  let loop: Promise<void> = Promise.resolve()
  guardMessages(client, log)

  /** One connection from opening to closing; gives how long it stood, in milliseconds. */
  async function live(opened: () => void): Promise<number> {
    const watching = new AbortController()
    const closed = closing(client, watching.signal)
    try {
      await client.start()
      if (ended.signal.aborted) return 0
      const openedAt = performance.now()
      current = { ok: true, detail: 'Socket Mode: connected' }
      log.info('connected to Slack by Socket Mode')
      opened()
      await closed
      return performance.now() - openedAt
    } finally {
      watching.abort()
    }
  }

  async function run(tried: () => void): Promise<void> {
    let failures = 0
    while (!ended.signal.aborted) {
      let wait = 0
      try {
        const lived = await live(tried)
        failures = lived < SHORT_LIFE_MS ? failures + 1 : 0
        wait = failures === 0 ? 0 : backOff(failures)
        current = { ok: false, detail: 'Socket Mode: the connection was closed; opening a new one' }
      } catch (error) {
        failures += 1
        const { reason, seconds } = readTry(error, failures)
        wait = seconds
        current = { ok: false, detail: `Socket Mode: ${reason}; next try in ${wait} s` }
        if (!ended.signal.aborted) log.warn({ reason, nextTrySeconds: wait }, 'no connection to Slack')
      }
      tried()
      await pause(wait, ended.signal)
    }
  }

  return {
    start: () =>
      new Promise((resolve) => {
        loop = run(resolve)
      }),
    stop: async () => {
      ended.abort()
      void client.disconnect()
      // An opening that was under way ends in a connection nobody wants.
      void loop.then(() => client.disconnect())
      await Promise.race([loop, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
      current = { ok: false, detail: 'Socket Mode: stopped' }
    },
    status: () => current,
  }
}

/** Resolves when the connection closes, or when nobody wants to know any more. */
function closing(client: SocketClient, unwatched: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      client.removeListener('disconnected', done)
      resolve()
    }
    client.once('disconnected', done)
    unwatched.addEventListener('abort', done, { once: true })
  })
}

const STOP_LIMIT_MS = 2000

function backOff(failures: number): number {
  return Math.min(2 ** (failures - 1), LONGEST_WAIT_SECONDS)
}

function readTry(error: unknown, failures: number): { readonly reason: string; readonly seconds: number } {
  if (error === undefined) return { reason: 'the connection was closed while opening', seconds: backOff(failures) }
  const failure = readFailure(error)
  if (failure.status === 'refused') return { reason: failure.reason, seconds: REFUSED_WAIT_SECONDS }
  return { reason: failure.reason, seconds: Math.max(backOff(failures), failure.afterSeconds) }
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal, ref: false }).catch(() => undefined)
}

/** A frame of a shape the library does not know makes its handler reject, and nobody listens there. */
function guardMessages(client: SocketClient, log: Logger): void {
  const handlers = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  for (const handle of handlers) {
    client.on('ws_message', (...frame: readonly unknown[]) => {
      Promise.resolve(handle(...frame)).catch(() => log.warn('Slack sent a frame that could not be read; left out'))
    })
  }
}
