import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'too_large' }
  /** The sender went away. */
  | { readonly status: 'broken' }

/** Reads a request's body, no further than `limit` bytes. Never rejects. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return { status: 'too_large' }
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Ending the loop early destroys the request: what is beyond the limit is not read.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Buffer)) continue
      size += chunk.length
      if (size > limit) return { status: 'too_large' }
      chunks.push(chunk)
    }
  } catch {
    return { status: 'broken' }
  }
  return { status: 'read', text: Buffer.concat(chunks).toString('utf8') }
}
