import type { ActionPlan } from '../domain/action.ts'
import { NO_ACTIONS, readOnly } from '../domain/action.ts'
import type { Finding } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Walk } from './walk.ts'

/** What a person can look at when whyslow could not. */
export const BY_HAND: ActionPlan = {
  ...NO_ACTIONS,
  now: [
    readOnly(
      'Ask an engine directly',
      "curl -s <instance>/metrics | grep -E 'num_requests|cache_usage|generation_tokens'",
    ),
    readOnly('Does the metrics server answer? Look at its /targets, and at the notes in the thread'),
    readOnly("Look at the gateway's latency and errors; don't restart anything on missing telemetry alone"),
  ],
}

/** What is said when nothing can be: it names what failed and never guesses. */
export function inconclusive(evidence: Evidence, { answered }: Walk): Finding {
  const failed = evidence.sources.filter(({ status }) => status === 'failed')
  const open = answered.filter(({ answer }) => answer === 'unknown')
  return {
    cause: 'inconclusive',
    certainty: 'none',
    title: titleOf(
      failed.map(({ source }) => source),
      open.length,
      answered.length,
    ),
    because: evidence.sources.flatMap(({ source, notes }) => notes.map((note) => `${source}: ${note}`)),
    instances: [],
    clients: [],
  }
}

function titleOf(failed: readonly string[], open: number, asked: number): string {
  if (failed.length > 0) return `I can't tell: ${failed.join(' and ')} could not be read.`
  if (open === 0) return "I can't tell: no cause I know fits, yet the readings are not those of a healthy fleet."
  return `I can't tell: ${open} of ${asked} questions are open for want of readings.`
}
