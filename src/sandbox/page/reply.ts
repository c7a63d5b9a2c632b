import type { ServerResponse } from 'node:http'
import { GUARDING_HEADERS } from './guard.ts'

type Reply = { readonly status: number; readonly type: string; readonly body: string | Uint8Array }

export function replyWith(response: ServerResponse, { status, type, body }: Reply): void {
  const charset = type.startsWith('text/') || type === 'application/json' ? '; charset=utf-8' : ''
  response.writeHead(status, { ...GUARDING_HEADERS, 'content-type': `${type}${charset}` })
  response.end(body)
}
