import { createHistogram, observe } from './engine/histogram.ts'
import type { Histogram } from './engine/histogram.ts'

/** What the FastAPI instrumentator in vLLM's API server counts, per handler. */
export interface HandlerStats {
  readonly handler: string
  readonly method: string
  /** By grouped status: 2xx, 4xx, 5xx. */
  readonly byStatus: Map<string, number>
  readonly duration: Histogram
  requestBytes: number
  responseBytes: number
  count: number
  readonly createdAt: number
}

export interface HttpStats {
  readonly handlers: Map<string, HandlerStats>
  readonly duration: Histogram
  readonly createdAt: number
  /** Grows when a label set appears for the first time. */
  shapes: number
}

/** Edges of prometheus-fastapi-instrumentator's default latency metrics, as vLLM's /metrics shows them. */
const HANDLER_EDGES = [0.1, 0.5, 1]
const HIGH_RESOLUTION_EDGES = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7.5, 10, 30, 60,
]

export function createHttpStats(createdAt: number): HttpStats {
  return { handlers: new Map(), duration: createHistogram(HIGH_RESOLUTION_EDGES), createdAt, shapes: 0 }
}

export interface HttpExchange {
  readonly at: number
  readonly handler: string
  readonly method: string
  readonly status: number
  readonly seconds: number
  readonly requestBytes: number
  readonly responseBytes: number
}

export function recordHttp(stats: HttpStats, exchange: HttpExchange): void {
  const handler = stats.handlers.get(exchange.handler) ?? addHandler(stats, exchange)
  const status = `${Math.floor(exchange.status / 100)}xx`
  const before = handler.byStatus.get(status)
  if (before === undefined) stats.shapes += 1
  handler.byStatus.set(status, (before ?? 0) + 1)
  handler.count += 1
  handler.requestBytes += exchange.requestBytes
  handler.responseBytes += exchange.responseBytes
  observe(handler.duration, exchange.seconds)
  observe(stats.duration, exchange.seconds)
}

function addHandler(stats: HttpStats, { at, handler, method }: HttpExchange): HandlerStats {
  const added = {
    handler,
    method,
    byStatus: new Map<string, number>(),
    duration: createHistogram(HANDLER_EDGES),
    requestBytes: 0,
    responseBytes: 0,
    count: 0,
    createdAt: at,
  }
  stats.handlers.set(handler, added)
  return added
}
