import type { ActionPlan } from '../../domain/action.ts'
import { NO_ACTIONS, readOnly } from '../../domain/action.ts'
import type { Finding } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import { CHANGE_TELLERS } from '../../domain/fleet-change.ts'
import type { Text } from '../../domain/text.ts'
import { joined, kept, listOf, say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { endToEndMean, interTokenMean, ttftMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { generation } from '../../signals/vllm/traffic.ts'
import { contradictionsIn } from './contradictions.ts'
import { harmText } from './harm.ts'
import type { Runbook } from '../node.ts'
import type { Outcome } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { isOpen } from '../walk.ts'
import type { Walk } from '../walk.ts'

/** What a person can look at when whyslow could not. */
export const BY_HAND: ActionPlan<Text> = {
  ...NO_ACTIONS,
  now: [
    readOnly(
      say`Ask an engine directly`,
      "curl -s <instance>/metrics | grep -E 'num_requests|cache_usage|generation_tokens'",
    ),
    readOnly(say`Look at the /targets of the metrics server, and ask whyslow what it lacks`, 'whyslow doctor'),
    readOnly(say`Look at the gateway's latency and errors; don't restart anything on missing telemetry alone`),
  ],
}

/** The page of the runbook for when nothing can be said. */
export const INCONCLUSIVE_RUNBOOK: Runbook = {
  means:
    'No cause that whyslow knows fits, or the readings that would tell were missing; the card names them. It does ' +
    'not say that the fleet is well.',
  check: [
    'The engines: `curl -s <instance>/metrics | grep -E "num_requests|cache_usage|generation_tokens"`, twice, ten seconds apart',
    'The metrics server: its /targets page, and `up{job=~"vllm.*"}` with your job',
    'What whyslow can read, and what it lacks: `whyslow doctor`',
  ],
  avoid: ['Do not restart anything on missing telemetry alone', 'Do not take it for the all-clear'],
}

/** What is said when nothing can be: it names what failed and never guesses. */
export function inconclusive(evidence: Evidence, { answered }: Walk, calm: Walk): Finding<Text> {
  const failed = evidence.sources
    .filter(({ source, status }) => status === 'failed' && !CHANGE_TELLERS.includes(source))
    .map(({ source }) => source)
  const open = answered.filter(({ outcome }) => isOpen(evidence, outcome))
  const unread = [...new Set(open.flatMap(({ outcome }) => outcome.missing))]
  const said = evidence.sources.flatMap(({ source, notes }) => notes.map((note) => say`${source}: ${kept(note)}`))
  const harm = harmText(evidence)
  const contradictions = contradictionsIn(evidence).map(({ text }) => text)
  const isNoHealth = harm !== undefined || contradictions.length > 0
  const title =
    hasNothing(evidence) && failed.length === 0 && !isNoHealth
      ? NOTHING_THERE
      : titleOf(failed, { open: open.length, asked: answered.length, isNoHealth })
  const because = unread
    .slice(0, UNREAD_SHOWN)
    .map((signal) => fleetSentence({ evidence, outcome: NO_OUTCOME }, signal))
  const reasons = [
    ...(harm === undefined ? [] : [harm]),
    ...contradictions,
    ...(failed.length > 0 || isNoHealth ? [] : healthLacks(calm)),
    ...(failed.length > 0 ? said : [...because, ...said]),
  ]
  return {
    cause: 'inconclusive',
    certainty: 'none',
    page: 'inconclusive',
    title,
    because:
      reasons.length > 0
        ? reasons
        : JUDGED_BY.map((signal) => fleetSentence({ evidence, outcome: NO_OUTCOME }, signal)),
    instances: [],
    clients: [],
  }
}

/** For want of what the fleet is not called healthy: of the calm questions of one at work and of one at rest, the first that is open. */
function healthLacks({ answered }: Walk): readonly Text[] {
  const open = answered.find(
    ({ answer, branch, outcome }) =>
      answer === 'unknown' && branch.conclude.cause === 'healthy' && outcome.missing.length > 0,
  )
  const titles = open?.outcome.missing.map(({ title }) => title) ?? []
  const more = titles.length - UNREAD_SHOWN
  const shown = listOf(titles.slice(0, UNREAD_SHOWN))
  if (titles.length === 0) return []
  return [
    more > 0 ? say`no all-clear, for want of: ${shown} and ${more} more` : say`no all-clear, for want of: ${shown}`,
  ]
}

const UNREAD_SHOWN = 3

/** By what a fleet is called healthy, where nothing else says why this one is not. */
const JUDGED_BY = [waitingMean, generation, ttftMean, interTokenMean, endToEndMean] as const

const NO_OUTCOME: Outcome = { answer: 'unknown', used: [], rows: [], missing: [] }
const NOTHING_THERE = say`I can't tell: no target matches the cluster's selector, or there is no data at that time.`

/** Not even a target: neither up nor down. */
function hasNothing(evidence: Evidence): boolean {
  const reading = readingOf(evidence, up.id)
  return reading.status === 'absent' && (reading.reason === 'not_exposed' || reading.reason === 'no_samples')
}

interface Asked {
  readonly open: number
  readonly asked: number
  /** Whether something was read that no healthy fleet has. */
  readonly isNoHealth: boolean
}

function titleOf(failed: readonly string[], { open, asked, isNoHealth }: Asked): Text {
  if (failed.length > 0) {
    return say`I can't tell: ${joined(failed, (before, next) => say`${before} and ${next}`)} could not be read.`
  }
  if (open === 0) return say`I can't tell: no cause I know fits, yet the readings are not those of a healthy fleet.`
  if (isNoHealth) {
    return say`I can't tell the cause: the readings are not those of a healthy fleet; open for want of others: ${open} of ${asked} questions.`
  }
  return open === 1
    ? say`I can't tell: 1 of ${asked} questions is open for want of readings.`
    : say`I can't tell: ${open} of ${asked} questions are open for want of readings.`
}
