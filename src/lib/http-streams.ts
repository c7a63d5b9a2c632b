import type { Readable } from 'node:stream'
import { type HttpPoolOptions, type HttpRequest, createPool, toHttpError } from './http-pool.ts'

export interface HttpStream {
  readonly status: number
  /** Must be read to its end or destroyed. */
  readonly body: Readable
}

/** Answers that are too long to be kept are read while they come. */
export interface HttpStreams {
  /** @throws HttpError when no answer began */
  readonly open: (request: Pick<HttpRequest, 'path' | 'headers' | 'signal'>) => Promise<HttpStream>
  readonly close: () => Promise<void>
}

export function openHttpStreams(options: HttpPoolOptions): HttpStreams {
  const pool = createPool(options)
  return {
    open: async ({ path, headers, signal }) => {
      try {
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers, signal })
        return { status: statusCode, body }
      } catch (error) {
        throw toHttpError(error, signal, false)
      }
    },
    close: () => pool.destroy(),
  }
}
