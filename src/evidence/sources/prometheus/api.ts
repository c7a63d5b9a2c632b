import { setTimeout as sleep } from 'node:timers/promises'
import type { Seconds } from '../../../domain/time.ts'
import { type HttpAnswer, HttpError, type HttpPool, type HttpRequest } from '../../../lib/http-pool.ts'
import { within } from '../../../lib/within.ts'
import type { Outcome } from '../reader/backend.ts'
import type { Credentials, Place } from './connection.ts'
import { type Clean, type Envelope, readEnvelope } from './envelope.ts'

/** What is remembered of a server from one triage to the next. */
export interface ServerTraits {
  /** Set when a proxy lets only GET through. */
  isGetOnly: boolean
}

export interface ApiOptions {
  readonly pool: HttpPool
  readonly place: Place
  readonly credentials: Credentials
  readonly traits: ServerTraits
  readonly timeout: Seconds
  readonly deadline: AbortSignal
}

export interface Api {
  /** A form posted to the API, or sent as GET where only that is let through. */
  readonly post: (path: string, form: URLSearchParams) => Promise<Outcome<Envelope>>
  readonly get: (path: string, form: URLSearchParams) => Promise<Outcome<Envelope>>
  readonly requests: () => number
}

/** A thousand instances' rows are a few MiB. */
const MAX_BYTES = 64 * 1024 * 1024
/** Before the one retry: a server that restarts or a connection that was just closed. */
const PAUSE_MILLISECONDS = 100
/** A read-only proxy (kube-rbac-proxy, Grafana for viewers) refuses POST with these. */
const POST_REFUSED: readonly number[] = [403, 405]

/** Asks the API; what fails is an outcome with its reason, and a 503 or a lost connection is tried once more. */
export function createApi({ pool, place, credentials, traits, timeout, deadline }: ApiOptions): Api {
  let requests = 0

  async function get(path: string, form: URLSearchParams): Promise<Outcome<Envelope>> {
    return outcome(await send({ method: 'GET', path: pathOf(path, form) }))
  }
  async function post(path: string, form: URLSearchParams): Promise<Outcome<Envelope>> {
    if (traits.isGetOnly) return get(path, form)
    const answer = await send({ method: 'POST', path: pathOf(path), body: form.toString() })
    if (answer instanceof HttpError || !POST_REFUSED.includes(answer.status)) return outcome(answer)
    const byGet = await send({ method: 'GET', path: pathOf(path, form) })
    if (!(byGet instanceof HttpError) && byGet.status === 200) traits.isGetOnly = true
    return outcome(byGet)
  }
  function pathOf(path: string, form?: URLSearchParams): string {
    const query = [place.query, form?.toString() ?? ''].filter((part) => part !== '').join('&')
    return `${place.path}${path}${query === '' ? '' : `?${query}`}`
  }
  async function send(request: Pick<HttpRequest, 'method' | 'path' | 'body'>): Promise<HttpAnswer | HttpError> {
    return within(timeout * 1000, deadline, async (signal) => {
      const first = await sendOnce(request, signal)
      if (!isWorthARetry(first)) return first
      await sleep(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined)
      return signal.aborted ? first : sendOnce(request, signal)
    })
  }
  async function sendOnce(
    request: Pick<HttpRequest, 'method' | 'path' | 'body'>,
    signal: AbortSignal,
  ): Promise<HttpAnswer | HttpError> {
    requests++
    const headers = {
      accept: 'application/json',
      ...(request.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...credentials.headers,
    }
    try {
      return await pool.request({ ...request, headers, signal, maxBytes: MAX_BYTES })
    } catch (error) {
      if (error instanceof HttpError) return error
      throw error
    }
  }
  function outcome(answer: HttpAnswer | HttpError): Outcome<Envelope> {
    if (!(answer instanceof HttpError)) return readEnvelope(answer, cleanerOf(credentials))
    const reasons = {
      aborted: 'timeout',
      unfinished: 'timeout',
      unreachable: 'unreachable',
      too_large: 'bad_answer',
    } as const
    return { status: 'failed', reason: reasons[answer.code], detail: answer.message }
  }
  return { post, get, requests: () => requests }
}

function isWorthARetry(answer: HttpAnswer | HttpError): boolean {
  return answer instanceof HttpError ? answer.code === 'unreachable' : answer.status === 503
}

/** A server or proxy may echo what it was sent. */
function cleanerOf({ secrets }: Credentials): Clean {
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}
