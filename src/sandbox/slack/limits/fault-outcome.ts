import { refused } from '../web/answer.ts'
import type { Outcome } from '../web/calls.ts'
import type { Fault } from './faults.ts'

/** What the caller gets to see of a planned fault. */
export function outcomeOf(fault: Fault): Outcome {
  if ('error' in fault) return { kind: 'answer', status: 200, body: refused(fault.error) }
  if ('retryAfter' in fault) return tooMany(fault.retryAfter)
  if ('status' in fault) return { kind: 'raw', status: fault.status, body: fault.body ?? 'sandbox fault' }
  return { kind: 'hang' in fault ? 'hang' : 'drop' }
}

/** Slack's answer to a call too many; `retryAfter` in seconds. */
export function tooMany(retryAfter: number): Outcome {
  return { kind: 'answer', status: 429, body: refused('ratelimited'), retryAfter }
}
