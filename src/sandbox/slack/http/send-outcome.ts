import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outcome } from '../web/calls.ts'
import { replyJson, replyText } from './reply.ts'

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Puts the outcome of a call on the wire. A call that is to hang is simply not answered. */
export function sendOutcome({ request, response }: Exchange, outcome: Outcome, headers: Headers = {}): void {
  switch (outcome.kind) {
    case 'answer':
      replyJson(response, {
        status: outcome.status,
        body: outcome.body,
        headers: {
          ...headers,
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

type Headers = Readonly<Record<string, string>>
