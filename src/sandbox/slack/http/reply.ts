import type { ServerResponse } from 'node:http'
import type { JsonObject } from '../json.ts'

type JsonReply = {
  readonly status: number
  readonly body: JsonObject
  readonly headers?: Readonly<Record<string, string>>
}

export function replyJson(response: ServerResponse, { status, body, headers = {} }: JsonReply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}

export function replyText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(body)
}
