import type { IncomingMessage, ServerResponse } from 'node:http'
import { respond } from '../inbound/respond.ts'
import { refused } from '../web/answer.ts'
import type { Api } from '../web/dispatch.ts'
import type { Outcome } from '../web/calls.ts'
import { outcomeOf } from '../limits/fault-outcome.ts'
import { readArgs, readBody } from '../web/read-body.ts'
import type { ReadArgs } from '../web/read-body.ts'
import type { World } from '../workspace/world.ts'
import { sendOutcome } from './send-outcome.ts'

/** The name under which answers are logged and faults are planned. */
const RESPONSE_URL = 'response_url'

type Answering = Pick<Api, 'world' | 'calls' | 'faults'>

/** `/response/<ticket>`: what a bot says back without a token. */
export async function serveResponse(on: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  const read = readArgs(body, request.headers['content-type'] ?? '', new URLSearchParams())
  const args = read.status === 'read' ? read.args : {}
  const fault = on.faults.take(RESPONSE_URL, args)
  const isCarriedOut = !fault || fault.takesEffect === true
  const outcome = isCarriedOut ? carryOut(on.world, request.url ?? '', read) : undefined
  const seen = fault ? outcomeOf(fault) : outcome
  if (seen) sendOutcome({ request, response }, on.calls.record(RESPONSE_URL, args, seen))
}

/** Unlike the Web API, a refusal has an HTTP status of its own here. */
function carryOut(world: World, path: string, read: ReadArgs): Outcome {
  if (read.status === 'refused') return { kind: 'answer', status: 400, body: refused(read.error) }
  const use = world.responseUrls.use(path)
  if (use.status === 'refused') return { kind: 'answer', status: 404, body: refused(use.error) }
  const answer = respond(world, { target: use.target, args: read.args, origin: 'response_url' })
  return { kind: 'answer', status: answer.ok ? 200 : 400, body: answer }
}
