import { createHistogram, observe } from '../engine/histogram.ts'
import type { Histogram } from '../engine/histogram.ts'

/** What the ingress controller counts, per method, path and status. */
export interface IngressRow {
  readonly method: string
  readonly status: string
  requests: number
  readonly request: Histogram
  /** Time spent on the upstream; calls that never reached one are not in it. */
  readonly response: Histogram
}

export interface IngressStats {
  readonly rows: Map<string, IngressRow>
}

/** Go's prometheus.DefBuckets, which ingress-nginx uses for its duration histograms. */
const EDGES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createIngressStats(): IngressStats {
  return { rows: new Map() }
}

export interface IngressExchange {
  readonly method: string
  readonly status: number
  readonly seconds: number
  readonly upstreamSeconds: number | undefined
}

export function recordIngress(stats: IngressStats, exchange: IngressExchange): void {
  const key = `${exchange.method} ${exchange.status}`
  const row = stats.rows.get(key) ?? addRow(stats, key, exchange)
  row.requests += 1
  observe(row.request, exchange.seconds)
  if (exchange.upstreamSeconds !== undefined) observe(row.response, exchange.upstreamSeconds)
}

function addRow(stats: IngressStats, key: string, { method, status }: IngressExchange): IngressRow {
  const row = {
    method,
    status: String(status),
    requests: 0,
    request: createHistogram(EDGES),
    response: createHistogram(EDGES),
  }
  stats.rows.set(key, row)
  return row
}
