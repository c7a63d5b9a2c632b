import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseWebhook } from '../alerts/parse-webhook.ts'
import type { AlertGroup } from '../domain/alert.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import { type WebhookAuth, challengeOf, isAuthorized } from './authorize.ts'
import { readBody } from './read-body.ts'
import { type Answer, respond } from './respond.ts'

export interface WebhookRouteOptions {
  readonly auth: WebhookAuth
  readonly bodyLimitBytes: number
  /** Resolves when the notification is on the disk; rejects when it could not be put there. */
  readonly receive: (group: AlertGroup, receivedAt: UnixSeconds) => Promise<unknown>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

type Result = 'accepted' | 'ignored' | 'refused' | 'unauthorized' | 'too_large' | 'unavailable'

/**
 * Takes notifications. The status is for Alertmanager: 2xx ends the matter, 5xx is tried again at once, and 4xx is sent
 * again every `group_interval`, so it is kept for what a person has to mend.
 */
export function createWebhookRoute(
  options: WebhookRouteOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { auth, bodyLimitBytes, receive, clock, log, metrics } = options

  return async (request, response) => {
    const answered = await answer(request)
    if (answered === undefined) return
    const { result, ...rest } = answered
    metrics.webhooks.inc({ result })
    respond(response, rest)
  }

  async function answer(request: IncomingMessage): Promise<(Answer & { readonly result: Result }) | undefined> {
    if (!isAuthorized(auth, request.headers.authorization)) {
      const headers = { 'www-authenticate': challengeOf(auth), connection: 'close' }
      const error = 'wrong or no credentials; set authorization in the receiver’s http_config'
      return { result: 'unauthorized', status: 401, body: { error }, headers }
    }
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') return refuse(415, 'the body is compressed; send it as plain JSON')
    const body = await readBody(request, bodyLimitBytes)
    if (body.status === 'broken') return undefined
    if (body.status === 'too_large') {
      const error = `the body is larger than ${bodyLimitBytes} bytes; set max_alerts in Alertmanager or raise webhook.body_limit`
      log.warn({ step: 'receive' }, 'notification too large')
      return { result: 'too_large', status: 413, body: { error }, headers: { connection: 'close' } }
    }
    return take(body.text)
  }

  async function take(text: string): Promise<Answer & { readonly result: Result }> {
    let content: unknown
    try {
      content = JSON.parse(text)
    } catch {
      return refuse(400, 'the body is not JSON; send Alertmanager’s webhook payload')
    }
    const receivedAt = unixSeconds(clock.now())
    const parsed = parseWebhook(content, receivedAt)
    switch (parsed.kind) {
      case 'refused':
        return refuse(400, parsed.reason)
      case 'ignored':
        log.info({ step: 'receive', reason: parsed.reason }, 'notification ignored')
        return { result: 'ignored', status: 200, body: { status: 'ignored', reason: parsed.reason } }
      case 'group':
        return keep(parsed.group, receivedAt)
      default:
        return parsed satisfies never
    }
  }

  async function keep(group: AlertGroup, receivedAt: UnixSeconds): Promise<Answer & { readonly result: Result }> {
    try {
      await receive(group, receivedAt)
    } catch (error) {
      log.error({ step: 'receive', error }, 'notification could not be stored')
      return {
        result: 'unavailable',
        status: 503,
        body: { error: 'the notification could not be stored; send it again' },
      }
    }
    for (const alert of group.alerts) metrics.alerts.inc({ status: alert.status })
    return { result: 'accepted', status: 200, body: { status: 'accepted', alerts: group.alerts.length } }
  }

  function refuse(status: number, error: string): Answer & { readonly result: Result } {
    log.warn({ step: 'receive', reason: error }, 'notification refused')
    return { result: 'refused', status, body: { error } }
  }
}
