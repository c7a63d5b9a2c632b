import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** As it came, where it is no form. */
  readonly body: string
}

export interface FakeReply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly afterMs?: number
  /** Sends the head and some of the body, then breaks the connection. */
  readonly cut?: boolean
  /** Never answers. */
  readonly hang?: boolean
}

export interface FakePrometheus {
  readonly url: string
  readonly requests: readonly FakeRequest[]
  readonly stop: () => Promise<void>
}

/** A server on a free loopback port that answers as it is told. */
export async function startFakePrometheus(reply: (request: FakeRequest) => FakeReply): Promise<FakePrometheus> {
  const requests: FakeRequest[] = []
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://fake')
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    const form = incoming.method === 'POST' ? new URLSearchParams(body) : url.searchParams
    const request = { method: incoming.method ?? '', path: url.pathname, form, headers: incoming.headers, body }
    requests.push(request)
    const answer = reply(request)
    if (answer.hang === true) return
    if (answer.afterMs !== undefined) await sleep(answer.afterMs)
    const { status = 200, type = 'application/json', headers = {}, body: text = '' } = answer
    if (answer.cut === true) {
      response.writeHead(status, { 'content-type': type, 'content-length': String(text.length + 10) })
      response.write(text)
      setTimeout(() => response.destroy(), 10)
      return
    }
    response.writeHead(status, { 'content-type': type, ...headers }).end(text)
  }
  const server = createServer((incoming, response) => void handle(incoming, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await Promise.resolve()
  }
  return { url: `http://127.0.0.1:${address.port}`, requests, stop }
}

/** Answers the names asked for, and every part of a query with 1, under these labels too. */
export function healthyReply(
  names: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): (request: FakeRequest) => FakeReply {
  return ({ path, form }) => {
    if (path.endsWith('/label/__name__/values')) return { body: JSON.stringify({ status: 'success', data: names }) }
    if (path.includes('/label/')) return { body: JSON.stringify({ status: 'success', data: ['org/model'] }) }
    const parts = [...(form.get('query') ?? '').matchAll(/"whyslow_part", "(\d+)"/g)].map(([, part = '']) => part)
    return { body: vectorBody(parts.map((part) => [{ ...labels, whyslow_part: part, instance: 'a:8000' }, '1'])) }
  }
}

export function vectorBody(
  rows: readonly (readonly [Readonly<Record<string, string>>, string])[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const result = rows.map(([metric, value]) => ({ metric, value: [1_700_000_000, value] }))
  return JSON.stringify({ status: 'success', ...more, data: { resultType: 'vector', result } })
}
