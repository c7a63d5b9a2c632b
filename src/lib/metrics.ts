import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What whyslow counts of itself. Labels take values from short fixed lists only, never from what was received. */
export interface Metrics {
  readonly registry: Registry
  /** `result`: accepted, ignored, refused, unauthorized, too_large, unavailable. */
  readonly webhooks: Counter<'result'>
  /** Changes that were told, by the same results. */
  readonly events: Counter<'result'>
  readonly alerts: Counter<'status'>
  readonly triageSeconds: Histogram
  readonly triages: Counter<'cause' | 'certainty'>
  readonly queries: Counter<'source' | 'result'>
  /** Looks at engines that are scraped directly; `result`: what the look showed. */
  readonly scrapes: Counter<'result'>
  readonly posts: Counter<'method' | 'result'>
  /** `result`: shown, not_drawn, refused, uncertain. */
  readonly charts: Counter<'result'>
  readonly outboxPending: Gauge
  readonly jobs: Counter<'kind' | 'result'>
}

/** A registry of its own for each caller, so that two of them in one process do not collide. */
export function createMetrics(options: { readonly withProcess?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.withProcess ?? true) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers })
  return {
    registry,
    webhooks: counter('whyslow_webhooks_total', 'Notifications received, by what became of them.', ['result']),
    events: counter('whyslow_events_total', 'Changes of a fleet that were told, by what became of them.', ['result']),
    alerts: counter('whyslow_alerts_total', 'Alerts in accepted notifications.', ['status']),
    triageSeconds: new Histogram({
      name: 'whyslow_triage_seconds',
      help: 'Seconds from the start of a triage to its conclusion.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13],
      registers,
    }),
    triages: counter('whyslow_triages_total', 'Triages, by conclusion.', ['cause', 'certainty']),
    queries: counter('whyslow_queries_total', 'Queries to evidence sources.', ['source', 'result']),
    scrapes: counter('whyslow_scrapes_total', 'Looks at engines that are scraped directly.', ['result']),
    posts: counter('whyslow_posts_total', 'Calls to Slack that write.', ['method', 'result']),
    charts: counter('whyslow_charts_total', 'Charts for the threads of incidents, by what became of them.', ['result']),
    outboxPending: new Gauge({
      name: 'whyslow_outbox_pending',
      help: 'Messages that do not yet stand in Slack as wanted.',
      registers,
    }),
    jobs: counter('whyslow_jobs_total', 'Triages and verifications run, by outcome.', ['kind', 'result']),
  }
}
