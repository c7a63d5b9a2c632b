import type { IncomingMessage, ServerResponse } from 'node:http'
import { dispatch } from '../web/dispatch.ts'
import type { Api } from '../web/dispatch.ts'
import { readArgs, readBody } from '../web/read-body.ts'
import { replyJson, replyText } from './reply.ts'

/** `/api/<method>`: the Web API. A call that is to hang is simply not answered. */
export async function serveApi(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  const body = await readBody(request)
  const outcome = dispatch(api, {
    method: pathname.slice('/api/'.length),
    bearer: /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1],
    read: readArgs(body, request.headers['content-type'] ?? '', searchParams),
  })
  switch (outcome.kind) {
    case 'answer':
      replyJson(response, {
        status: outcome.status,
        body: outcome.body,
        headers: {
          'x-oauth-scopes': [...api.server().scopes].join(','),
          ...(outcome.retryAfter !== undefined && { 'retry-after': String(outcome.retryAfter) }),
        },
      })
      return
    case 'raw':
      replyText(response, outcome.status, outcome.body)
      return
    case 'hang':
      return
    case 'drop':
      request.socket.destroy()
      return
    default:
      outcome satisfies never
  }
}
