import type { IncomingMessage } from 'node:http'

/** Far more than a person types or a form holds. */
const MOST_BYTES = 256 * 1024

/** A request's body as text; undefined when there is too much of it. */
export async function readLimited(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) return undefined
    length += chunk.length
    if (length > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
