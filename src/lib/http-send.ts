import { setTimeout as sleep } from 'node:timers/promises'
import type { Clean } from './api-envelope.ts'
import type { Credentials } from './http-connection.ts'
import { type HttpAnswer, HttpError, type HttpPool, type HttpRequest } from './http-pool.ts'
import type { Answered } from './outcome.ts'
import { within } from './within.ts'

export interface SenderOptions {
  readonly pool: HttpPool
  readonly credentials: Credentials
  /** In seconds, for one request with its retry. */
  readonly timeout: number
  readonly deadline: AbortSignal
  /** Too many requests (429) are sent again after the time that the server names. */
  readonly isPatient?: boolean
}

export interface Message extends Pick<HttpRequest, 'method' | 'path' | 'body'> {
  /** What the body is; a form unless stated. */
  readonly bodyType?: string
}

export interface Sender {
  readonly send: (message: Message) => Promise<HttpAnswer | HttpError>
  readonly requests: () => number
}

/** A thousand instances' rows are a few MiB. */
const MAX_BYTES = 64 * 1024 * 1024
/** Before the one retry: a server that restarts or a connection that was just closed. */
const PAUSE_MILLISECONDS = 100
/** After a 429 that names no time. */
const BUSY_MILLISECONDS = 500
/** Longer nobody waits during an incident. */
const LONGEST_MILLISECONDS = 5000

/** Sends requests with their credentials; what may go the second time is tried once more. */
export function createSender({ pool, credentials, timeout, deadline, isPatient = false }: SenderOptions): Sender {
  let requests = 0

  async function send(message: Message): Promise<HttpAnswer | HttpError> {
    return within(timeout * 1000, deadline, async (signal) => {
      const first = await sendOnce(message, signal)
      const pause = pauseAfter(first, isPatient)
      if (pause === undefined) return first
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      return signal.aborted ? first : sendOnce(message, signal)
    })
  }
  async function sendOnce({ bodyType, ...message }: Message, signal: AbortSignal): Promise<HttpAnswer | HttpError> {
    requests++
    const headers = {
      accept: 'application/json',
      ...(message.body !== undefined && { 'content-type': bodyType ?? 'application/x-www-form-urlencoded' }),
      ...credentials.headers,
    }
    try {
      return await pool.request({ ...message, headers, signal, maxBytes: MAX_BYTES })
    } catch (error) {
      if (error instanceof HttpError) return error
      throw error
    }
  }
  return { send, requests: () => requests }
}

/** The outcome where no whole answer came. */
export function failureOf(error: HttpError): Extract<Answered<never>, { readonly status: 'failed' }> {
  const reasons = {
    aborted: 'timeout',
    unfinished: 'timeout',
    unreachable: 'unreachable',
    too_large: 'bad_answer',
  } as const
  return { status: 'failed', reason: reasons[error.code], detail: error.message }
}

/** A server or proxy may echo what it was sent. */
export function cleanerOf({ secrets }: Credentials): Clean {
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** How long to wait before the one retry; undefined when it is not worth one. */
function pauseAfter(answer: HttpAnswer | HttpError, isPatient: boolean): number | undefined {
  if (answer instanceof HttpError) return answer.code === 'unreachable' ? PAUSE_MILLISECONDS : undefined
  if (answer.status === 503) return PAUSE_MILLISECONDS
  if (answer.status !== 429 || !isPatient) return undefined
  // A date instead of seconds is nobody's habit here.
  const told = /^\d+$/.test(answer.retryAfter ?? '') ? Number(answer.retryAfter) * 1000 : BUSY_MILLISECONDS
  return told <= LONGEST_MILLISECONDS ? told : undefined
}
