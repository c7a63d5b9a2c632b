import type { IncomingMessage, ServerResponse } from 'node:http'
import { dispatch } from '../web/dispatch.ts'
import type { Api } from '../web/dispatch.ts'
import { readArgs, readBody } from '../web/read-body.ts'
import { sendOutcome } from './send-outcome.ts'

/** `/api/<method>`: the Web API. */
export async function serveApi(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  const body = await readBody(request)
  const outcome = dispatch(api, {
    method: pathname.slice('/api/'.length),
    bearer: /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1],
    read: readArgs(body, request.headers['content-type'] ?? '', searchParams),
  })
  sendOutcome({ request, response }, outcome, { 'x-oauth-scopes': [...api.server().scopes].join(',') })
}
