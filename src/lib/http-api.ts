import { type Envelope, readEnvelope } from './api-envelope.ts'
import type { Place } from './http-connection.ts'
import { type HttpAnswer, HttpError } from './http-pool.ts'
import { type SenderOptions, cleanerOf, createSender, failureOf } from './http-send.ts'
import type { Answered } from './outcome.ts'

/** What is remembered of a server from one triage to the next. */
export interface ServerTraits {
  /** Set when a proxy lets only GET through. */
  isGetOnly: boolean
}

export interface ApiOptions extends SenderOptions {
  readonly place: Place
  readonly traits: ServerTraits
}

export interface Api {
  /** A form posted to the API, or sent as GET where only that is let through. */
  readonly post: (path: string, form: URLSearchParams) => Promise<Answered<Envelope>>
  readonly get: (path: string, form: URLSearchParams) => Promise<Answered<Envelope>>
  readonly requests: () => number
}

/** A read-only proxy (kube-rbac-proxy, Grafana for viewers) refuses POST with these. */
const POST_REFUSED: readonly number[] = [403, 405]

/** Asks an API that answers in Prometheus' envelope, as Loki's does; what fails is an outcome with its reason. */
export function createApi({ place, traits, ...options }: ApiOptions): Api {
  const { send, requests } = createSender(options)

  async function get(path: string, form: URLSearchParams): Promise<Answered<Envelope>> {
    return outcome(await send({ method: 'GET', path: pathOf(place, path, form) }))
  }
  async function post(path: string, form: URLSearchParams): Promise<Answered<Envelope>> {
    if (traits.isGetOnly) return get(path, form)
    const answer = await send({ method: 'POST', path: pathOf(place, path), body: form.toString() })
    if (answer instanceof HttpError || !POST_REFUSED.includes(answer.status)) return outcome(answer)
    const byGet = await send({ method: 'GET', path: pathOf(place, path, form) })
    if (!(byGet instanceof HttpError) && byGet.status === 200) traits.isGetOnly = true
    return outcome(byGet)
  }
  function outcome(answer: HttpAnswer | HttpError): Answered<Envelope> {
    return answer instanceof HttpError ? failureOf(answer) : readEnvelope(answer, cleanerOf(options.credentials))
  }
  return { post, get, requests }
}

/** A path below the server's own, with the query that its URL came with. */
export function pathOf(place: Place, path: string, form?: URLSearchParams): string {
  const query = [place.query, form?.toString() ?? ''].filter((part) => part !== '').join('&')
  return `${place.path}${path}${query === '' ? '' : `?${query}`}`
}
