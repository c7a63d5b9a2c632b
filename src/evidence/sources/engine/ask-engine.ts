import type { Seconds } from '../../../domain/time.ts'
import type { Clock } from '../../../lib/clock.ts'
import { type HttpAnswer, HttpError, type HttpPool } from '../../../lib/http-pool.ts'
import { withinBy } from '../../../lib/within.ts'
import { noticingLateness } from './lateness.ts'
import type { Credentials, Place } from '../../../lib/http-connection.ts'

export interface EngineCall {
  readonly pool: HttpPool
  readonly place: Place
  readonly credentials: Credentials
  readonly clock: Clock
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal
  readonly limit: Seconds
  /** An answer that is larger is given up; what a page may have unless stated. */
  readonly maxBytes?: number
}

/** The page of a vLLM with 64 ranks and a hundred adapters is some MiB. */
const MOST_BYTES = 16 * 1024 * 1024
/** Newer writers of OpenMetrics garble vLLM's colons, so the classic format is asked for. */
const CLASSIC = 'text/plain;version=0.0.4'

/** whyslow itself was too late to hear an answer: of who was asked nothing is known. */
export const UNHEARD = 'unheard'

export type EngineAnswer = HttpAnswer | HttpError | typeof UNHEARD

/** Asks an engine for one path within a time limit; nothing is sent to any other server, redirects are answers. */
export async function askEngine(path: string, call: EngineCall): Promise<EngineAnswer> {
  const { clock, limit, signal } = call
  const { value, wasBusy } = await noticingLateness(clock, limit, () => answerOf(path, call))
  const isMissed =
    value instanceof HttpError && (value.code === 'aborted' || value.code === 'unfinished') && !signal.aborted
  return isMissed && wasBusy ? UNHEARD : value
}

async function answerOf(path: string, call: EngineCall): Promise<HttpAnswer | HttpError> {
  const { pool, place, credentials, clock, signal, limit, maxBytes = MOST_BYTES } = call
  try {
    return await withinBy(clock)(limit * 1000, signal, (inner) =>
      pool.request({
        method: 'GET',
        path: `${place.path}${path}${place.query === '' ? '' : `?${place.query}`}`,
        headers: { accept: path.startsWith('/metrics') ? CLASSIC : 'application/json', ...credentials.headers },
        signal: inner,
        maxBytes,
      }),
    )
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}
