import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseWebhook } from '../alerts/parse-webhook.ts'
import type { AlertGroup } from '../domain/alert.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { WebhookAuth } from './authorize.ts'
import { type Outcome, createJsonRoute, refuse, unavailable } from './json-route.ts'

export interface WebhookRouteOptions {
  readonly auth: WebhookAuth
  readonly bodyLimitBytes: number
  /** Resolves when the notification is on the disk; rejects when it could not be put there. */
  readonly receive: (group: AlertGroup, receivedAt: UnixSeconds) => Promise<unknown>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

const WHAT = 'notification'

/**
 * Takes notifications. The status is for Alertmanager: 2xx ends the matter, 5xx is tried again at once, and 4xx is sent
 * again every `group_interval`, so it is kept for what a person has to mend.
 */
export function createWebhookRoute(
  options: WebhookRouteOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { receive, clock, log, metrics } = options

  return createJsonRoute({
    ...options,
    what: WHAT,
    mends: {
      credentials: 'set authorization in the receiver’s http_config',
      size: 'set max_alerts in Alertmanager or raise webhook.body_limit',
      json: 'send Alertmanager’s webhook payload',
    },
    onResult: (result) => metrics.webhooks.inc({ result }),
    take,
  })

  async function take(content: unknown): Promise<Outcome> {
    const receivedAt = unixSeconds(clock.now())
    const parsed = parseWebhook(content, receivedAt)
    switch (parsed.kind) {
      case 'refused':
        return refuse(log, WHAT, parsed.reason)
      case 'ignored':
        log.info({ step: 'receive', reason: parsed.reason }, 'notification ignored')
        return { result: 'ignored', status: 200, body: { status: 'ignored', reason: parsed.reason } }
      case 'group':
        return keep(parsed.group, receivedAt)
      default:
        return parsed satisfies never
    }
  }

  async function keep(group: AlertGroup, receivedAt: UnixSeconds): Promise<Outcome> {
    try {
      await receive(group, receivedAt)
    } catch (error) {
      return unavailable(log, WHAT, error)
    }
    for (const alert of group.alerts) metrics.alerts.inc({ status: alert.status })
    return { result: 'accepted', status: 200, body: { status: 'accepted', alerts: group.alerts.length } }
  }
}
