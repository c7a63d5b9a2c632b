import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { messageOf } from '../lib/errors.ts'
import { mendOf } from './mend.ts'

/** Why a call of Slack's Web API brought nothing: the failing half of a `SendOutcome`. */
export type CallFailure =
  | { readonly status: 'retry'; readonly afterSeconds: number; readonly reason: string; readonly uncertain: boolean }
  | { readonly status: 'refused'; readonly reason: string; readonly code: string }

const SOON = 1
/** For trouble that a second will not cure: a limit without a time, a proxy in between. */
const LATER = 30

/**
 * Errors that pass by themselves; `true` for those that Slack says may come after part of the work was done
 * (docs.slack.dev, chat.postMessage, errors).
 */
const TEMPORARY = new Map([
  ['fatal_error', true],
  ['internal_error', true],
  ['org_login_required', false],
  ['rate_limited', false],
  ['ratelimited', false],
  ['request_timeout', true],
  ['service_unavailable', false],
  ['team_added_to_org', false],
])

/** Reads what a call threw. */
export function readFailure(error: unknown): CallFailure {
  if (error instanceof WebAPIRateLimitedError) {
    const afterSeconds = Math.max(SOON, error.retryAfter)
    return retry('Slack asks for fewer calls (429)', { afterSeconds, uncertain: false })
  }
  if (error instanceof WebAPIPlatformError) return readRefusal(error)
  if (error instanceof WebAPIHTTPError) {
    const isServers = error.statusCode >= 500
    return retry(`Slack answered HTTP ${error.statusCode}`, {
      afterSeconds: isServers ? SOON : LATER,
      uncertain: isServers,
    })
  }
  if (error instanceof WebAPIRequestError) {
    return retry(`no answer from Slack: ${causeOf(error.original)}`, { afterSeconds: SOON, uncertain: true })
  }
  return retry(messageOf(error), { afterSeconds: LATER, uncertain: true })
}

/** Slack's own words on what it disliked, such as the place of a bad block. */
export function complaintsOf(error: unknown): readonly string[] {
  const messages = error instanceof WebAPIPlatformError ? error.data.response_metadata?.messages : undefined
  return messages ?? []
}

function readRefusal({ data }: WebAPIPlatformError): CallFailure {
  const { error: code } = data
  const uncertain = TEMPORARY.get(code)
  if (uncertain !== undefined) {
    const isLimit = code === 'ratelimited' || code === 'rate_limited'
    return retry(`Slack answered ${code}`, { afterSeconds: isLimit ? LATER : SOON, uncertain })
  }
  const detail = 'needed' in data && typeof data.needed === 'string' ? `needs ${data.needed}` : undefined
  return { status: 'refused', reason: mendOf(code, detail), code }
}

type Again = { readonly afterSeconds: number; readonly uncertain: boolean }

function retry(reason: string, { afterSeconds, uncertain }: Again): CallFailure {
  return { status: 'retry', afterSeconds, reason, uncertain }
}

/** Node's fetch hides the reason one level down. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? messageOf(error.cause) || messageOf(error) : messageOf(error)
}
