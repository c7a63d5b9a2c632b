import type { Chunk } from './chunk.ts'
import type { TextScan } from './text-scan.ts'

export interface TakeOptions {
  readonly deadline?: AbortSignal
  /** Told how many bytes more were read, as often as a piece was. */
  readonly onBytes?: (bytes: number) => void
}

export interface Taken {
  /** Bytes that were looked at, of a compressed file those that came out. */
  readonly bytes: number
  /** Why it was not read to its end. */
  readonly stopped?: string
}

/** Reads all that comes; what came before a failure is counted. */
export async function takeAll(
  chunks: AsyncIterable<Chunk>,
  scan: TextScan,
  { deadline, onBytes }: TakeOptions,
): Promise<Taken> {
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      if (deadline?.aborted === true) return { bytes, stopped: 'the time was over before its end' }
      scan.take(chunk)
      bytes += chunk.end - chunk.start
      onBytes?.(chunk.end - chunk.start)
    }
  } catch (error) {
    if (!isReadError(error)) throw error
    return { bytes, stopped: brokenWords(error) }
  }
  return { bytes }
}

type ReadError = Error & { readonly code: string | number }

/** Of the system, of zlib, or of fzstd, whose codes are numbers. */
function isReadError(error: unknown): error is ReadError {
  return error instanceof Error && 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
}

function brokenWords({ code }: ReadError): string {
  if (code === 'Z_BUF_ERROR') return 'its end is missing: what was there is counted'
  const isPacked = typeof code === 'number' || code.startsWith('Z_')
  return isPacked ? 'it is broken: what came before is counted' : `it cannot be read further (${code})`
}
