import type { ServerResponse } from 'node:http'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with JSON and ends the response; one that has begun already is left as it is. */
export function respond(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.headersSent || response.destroyed) return
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(text)
}
