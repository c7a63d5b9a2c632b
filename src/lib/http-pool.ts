import { Pool, errors } from 'undici'

/** A request got no usable answer; the message is short and names neither headers nor bodies. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: 'aborted' | 'unfinished' | 'unreachable' | 'too_large'

  constructor(code: HttpError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export interface HttpPoolOptions {
  /** Scheme, host and port. */
  readonly origin: string
  readonly connections: number
  /** PEM texts. */
  readonly tls?: {
    readonly ca?: string
    readonly cert?: string
    readonly key?: string
    /** Accepts any certificate. */
    readonly isInsecure?: boolean
  }
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** An answer of more bytes than this is given up. */
  readonly maxBytes: number
}

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
  /** The `Date` header as it was sent: the clock of who answered. */
  readonly date?: string
  /** The `Retry-After` header as it was sent. */
  readonly retryAfter?: string
}

export interface HttpPool {
  /** @throws HttpError when no whole answer came */
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>
  readonly close: () => Promise<void>
}

/** Keeps connections to one server alive. Redirects are not followed: the answer is the redirect. */
export function openHttpPool(options: HttpPoolOptions): HttpPool {
  const pool = createPool(options)

  async function request({ maxBytes, signal, ...rest }: HttpRequest): Promise<HttpAnswer> {
    let isAnswering = false
    try {
      const { statusCode, headers, body } = await pool.request({ ...rest, signal })
      isAnswering = true
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of body) {
        const bytes = toBytes(chunk)
        size += bytes.length
        if (size > maxBytes) throw new HttpError('too_large', `the answer is larger than ${maxBytes} bytes`)
        chunks.push(bytes)
      }
      const contentType = [headers['content-type'] ?? ''].flat()[0] ?? ''
      const text = Buffer.concat(chunks).toString('utf8')
      const { date, 'retry-after': retryAfter } = headers
      return {
        status: statusCode,
        contentType,
        text,
        ...(typeof date === 'string' && { date }),
        ...(typeof retryAfter === 'string' && { retryAfter }),
      }
    } catch (error) {
      throw toHttpError(error, signal, isAnswering)
    }
  }
  return { request, close: () => pool.destroy() }
}

/** The connections alone. */
export function createPool({ origin, connections, tls = {} }: HttpPoolOptions): Pool {
  const { isInsecure = false, ...pems } = tls
  // How long a request may take is the caller's signal to say, so undici's own limits are off.
  return new Pool(origin, {
    connections,
    connect: { ...pems, rejectUnauthorized: !isInsecure },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

export function toHttpError(error: unknown, signal: AbortSignal, isAnswering: boolean): HttpError {
  if (error instanceof HttpError) return error
  if (signal.aborted || error instanceof errors.RequestAbortedError) {
    if (isAnswering) return new HttpError('unfinished', 'an answer that does not end in time', { cause: error })
    return new HttpError('aborted', 'no answer in time', { cause: error })
  }
  const code = codeOf(error)
  const said = code === undefined ? 'the connection failed' : `the connection failed (${code})`
  return new HttpError('unreachable', said, { cause: error })
}

function toBytes(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
