import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseEvent } from '../alerts/parse-event.ts'
import type { ReportedChange } from '../domain/fleet-change.ts'
import { toIso, unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { WebhookAuth } from './authorize.ts'
import { type Outcome, createJsonRoute, refuse, unavailable } from './json-route.ts'

export interface EventsRouteOptions {
  readonly auth: WebhookAuth
  readonly bodyLimitBytes: number
  /** Names of the clusters; an event of another is refused, since nobody would ever see it. */
  readonly clusters: readonly string[]
  /** Resolves when the change is on the disk; rejects when it could not be put there. */
  readonly keep: (change: ReportedChange) => Promise<unknown>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

const WHAT = 'event'
/** An event is a line of text; a page of it is a mistake. */
const BODY_LIMIT_BYTES = 64 * 1024

/** Takes what was done to a fleet (a deploy, a setting, a model), so that a triage can tell whether latency moved with it. */
export function createEventsRoute(
  options: EventsRouteOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { clusters, keep, clock, log, metrics } = options

  return createJsonRoute({
    ...options,
    bodyLimitBytes: Math.min(options.bodyLimitBytes, BODY_LIMIT_BYTES),
    what: WHAT,
    mends: {
      credentials: 'send the same Authorization header as for the webhook',
      size: 'send one event of one line',
      json: 'send {"text": "vllm 0.10.2 → 0.11.0"}',
    },
    onResult: (result) => metrics.events.inc({ result }),
    take,
  })

  async function take(content: unknown): Promise<Outcome> {
    const parsed = parseEvent(content, unixSeconds(clock.now()), clusters)
    if (parsed.kind === 'refused') return refuse(log, WHAT, parsed.reason)
    try {
      await keep(parsed.change)
    } catch (error) {
      return unavailable(log, WHAT, error)
    }
    const { at, cluster } = parsed.change
    log.info({ step: 'receive', cluster, kind: parsed.change.kind }, 'event received')
    return { result: 'accepted', status: 200, body: { status: 'accepted', time: toIso(at), cluster: cluster ?? null } }
  }
}
