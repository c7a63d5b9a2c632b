import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../lib/logger.ts'
import { type WebhookAuth, challengeOf, isAuthorized } from './authorize.ts'
import { readBody } from './read-body.ts'
import { type Answer, respond } from './respond.ts'

export type Result = 'accepted' | 'ignored' | 'refused' | 'unauthorized' | 'too_large' | 'unavailable'

/** What became of a request, with what to answer. */
export type Outcome = Answer & { readonly result: Result }

export interface JsonRouteOptions {
  readonly auth: WebhookAuth
  readonly bodyLimitBytes: number
  /** What is posted here, such as `notification`, for the log. */
  readonly what: string
  /** How its sender mends a missing credential, a body that is too large, and one that is no JSON. */
  readonly mends: Readonly<Record<'credentials' | 'size' | 'json', string>>
  /** Told each outcome, to count it. */
  readonly onResult: (result: Result) => void
  /** Takes what was posted; never rejects. */
  readonly take: (content: unknown) => Promise<Outcome>
  readonly log: Logger
}

/** A route that lets in who knows the secret, reads a body of JSON within its limit, and hands it over. */
export function createJsonRoute(
  options: JsonRouteOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { auth, bodyLimitBytes, what, mends, onResult, take, log } = options

  return async (request, response) => {
    const outcome = await answer(request)
    if (outcome === undefined) return
    const { result, ...rest } = outcome
    onResult(result)
    respond(response, rest)
  }

  async function answer(request: IncomingMessage): Promise<Outcome | undefined> {
    if (!isAuthorized(auth, request.headers.authorization)) {
      const headers = { 'www-authenticate': challengeOf(auth), connection: 'close' }
      const error = `wrong or no credentials; ${mends.credentials}`
      return { result: 'unauthorized', status: 401, body: { error }, headers }
    }
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') {
      return { ...refuse(log, what, 'the body is compressed; send it as plain JSON'), status: 415 }
    }
    const body = await readBody(request, bodyLimitBytes)
    if (body.status === 'broken') return undefined
    if (body.status === 'too_large') {
      const error = `the body is larger than ${bodyLimitBytes} bytes; ${mends.size}`
      log.warn({ step: 'receive', what }, 'a body is too large')
      return { result: 'too_large', status: 413, body: { error }, headers: { connection: 'close' } }
    }
    return parse(body.text)
  }

  async function parse(text: string): Promise<Outcome> {
    let content: unknown
    try {
      content = JSON.parse(text)
    } catch {
      return refuse(log, what, `the body is not JSON; ${mends.json}`)
    }
    return take(content)
  }
}

/** Says no, to the sender and in the log. */
export function refuse(log: Logger, what: string, error: string): Outcome {
  log.warn({ step: 'receive', what, reason: error }, 'refused')
  return { result: 'refused', status: 400, body: { error } }
}

/** Says that it is not on the disk and has to be sent again. */
export function unavailable(log: Logger, what: string, error: unknown): Outcome {
  log.error({ step: 'receive', what, error }, 'could not be stored')
  return { result: 'unavailable', status: 503, body: { error: `the ${what} could not be stored; send it again` } }
}
