import type { IncomingMessage } from 'node:http'
import { isRecord, parseJson } from '../json.ts'
import type { Args } from './arguments.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a request. More than 64 MB end it: nothing a bot says is that long. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > MOST_BYTES) throw new RangeError('request body over 64 MB')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

export type ReadArgs =
  | { readonly status: 'read'; readonly args: Args }
  | { readonly status: 'refused'; readonly error: string }

/** The arguments in a body, by its content type, over those in the query. */
export function readArgs(body: Buffer, contentType: string, query: URLSearchParams): ReadArgs {
  const [type = ''] = contentType.split(';')
  const named = Object.fromEntries(query)
  if (body.length === 0) return { status: 'read', args: named }
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return { status: 'read', args: { ...named, ...Object.fromEntries(new URLSearchParams(body.toString('utf8'))) } }
    case 'application/json': {
      const parsed = parseJson(body.toString('utf8'))
      if (!parsed) return { status: 'refused', error: 'invalid_json' }
      if (!isRecord(parsed.value)) return { status: 'refused', error: 'json_not_object' }
      return { status: 'read', args: { ...named, ...parsed.value } }
    }
    case '':
      return { status: 'refused', error: 'missing_post_type' }
    default:
      return { status: 'refused', error: 'invalid_post_type' }
  }
}
