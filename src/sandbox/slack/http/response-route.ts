import type { IncomingMessage, ServerResponse } from 'node:http'
import { respond } from '../inbound/respond.ts'
import { refused } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { Calls } from '../web/calls.ts'
import type { Faults } from '../limits/faults.ts'
import { readArgs, readBody } from '../web/read-body.ts'
import type { World } from '../workspace/world.ts'
import { replyJson, replyText } from './reply.ts'

/** The name under which answers are logged and faults are planned. */
export const RESPONSE_URL = 'response_url'

type Responding = { readonly world: World; readonly calls: Calls; readonly faults: Faults }

/** `/response/<ticket>`: what a bot says back without a token. Unlike the Web API, a refusal has its own HTTP status. */
export async function serveResponse(on: Responding, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, calls, faults } = on
  const body = await readBody(request)
  const read = readArgs(body, request.headers['content-type'] ?? '', new URLSearchParams())
  const args = read.status === 'read' ? read.args : {}
  const fault = faults.take(RESPONSE_URL, args)
  if (fault && 'status' in fault) {
    calls.record(RESPONSE_URL, args, { kind: 'raw', status: fault.status, body: fault.body ?? '' })
    replyText(response, fault.status, fault.body ?? '')
    return
  }
  if (fault) {
    calls.record(RESPONSE_URL, args, { kind: 'drop' })
    request.socket.destroy()
    return
  }
  const use = world.responseUrls.use(request.url ?? '')
  const answer = use.status === 'refused' ? refused(use.error) : answerTo()
  const status = use.status === 'refused' ? 404 : statusOf(answer)
  calls.record(RESPONSE_URL, args, { kind: 'answer', status, body: answer })
  replyJson(response, { status, body: answer })

  function answerTo(): Answer {
    if (read.status === 'refused') return refused(read.error)
    return use.status === 'taken'
      ? respond(world, { target: use.target, args, origin: 'response_url' })
      : refused(use.error)
  }
}

function statusOf({ ok }: Answer): number {
  return ok ? 200 : 400
}
