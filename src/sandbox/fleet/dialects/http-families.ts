import { counterFamily, histogramFamily, summaryFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { HandlerStats } from '../http-stats.ts'
import type { DialectSubject } from './dialect.ts'

/** The API server's own families (vLLM 0.8.3 and later); they stay when --disable-log-stats takes the engine's away. */
export function httpFamilies({ process, start }: DialectSubject): readonly Family[] {
  const { http } = process
  const handlers = [...http.handlers.values()]
  const createdAt = start + (handlers[0]?.createdAt ?? 0)
  const bytes = (of: (handler: HandlerStats) => number): Parameters<typeof summaryFamily>[1] =>
    handlers.map((handler) => ({
      labels: { handler: handler.handler },
      count: () => handler.count,
      sum: () => of(handler),
    }))
  return [
    counterFamily(
      { name: 'http_requests', help: 'Total number of requests by method, status and handler.' },
      handlers.flatMap(statusChildren),
      createdAt,
    ),
    summaryFamily(
      {
        name: 'http_request_size_bytes',
        help: 'Content length of incoming requests by handler. Only value of header is respected. Otherwise ignored. No percentile calculated. ',
      },
      bytes(({ requestBytes }) => requestBytes),
      createdAt,
    ),
    summaryFamily(
      {
        name: 'http_response_size_bytes',
        help: 'Content length of outgoing responses by handler. Only value of header is respected. Otherwise ignored. No percentile calculated. ',
      },
      bytes(({ responseBytes }) => responseBytes),
      createdAt,
    ),
    histogramFamily(
      {
        name: 'http_request_duration_highr_seconds',
        help: 'Latency with many buckets but no API specific labels. Made for more accurate percentile calculations. ',
      },
      [{ labels: {}, histogram: http.duration }],
      start + http.createdAt,
    ),
    histogramFamily(
      {
        name: 'http_request_duration_seconds',
        help: 'Latency with only few buckets by handler. Made to be only used if aggregation by handler is important. ',
      },
      handlers.map(({ handler, method, duration }) => ({ labels: { handler, method }, histogram: duration })),
      createdAt,
    ),
  ]
}

function statusChildren(stats: HandlerStats): Parameters<typeof counterFamily>[1] {
  return [...stats.byStatus.keys()].map((status) => ({
    labels: { handler: stats.handler, method: stats.method, status },
    read: () => stats.byStatus.get(status) ?? 0,
  }))
}
