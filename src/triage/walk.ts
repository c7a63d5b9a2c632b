import type { Cause } from '../domain/cause.ts'
import type { Answer, Verdict } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Text } from '../domain/text.ts'
import { answerFrom, countsAsNo, countsAsYes } from './predicates/belief.ts'
import type { Branch, Confirmation, Fallback, Node } from './node.ts'
import type { Signal } from '../signals/signal.ts'
import { baselineOf, fleetNow, isUnread, rowsOf } from './predicates/lookup.ts'
import type { Outcome } from './predicates/predicate.ts'

/** One branch answered. */
export interface Answered {
  readonly branch: Branch
  readonly answer: Answer
  readonly outcome: Outcome
  /** Confirmations that could not be read, or speak against it: they keep a yes from being firm. */
  readonly open: readonly Confirmation[]
  readonly confirmed: readonly Outcome[]
  /** An earlier question that is open: an earlier cause may be the true one. */
  readonly shadowedBy?: Text
}

/** A wider question that is a yes and has a conclusion of its own. */
export interface Parent {
  readonly id: string
  readonly conclusion: Fallback
  readonly outcome: Outcome
  /** Whether a question behind it is a yes. */
  readonly isExplained: boolean
}

/** Every question asked, in order; a value the diagnosis is made from. */
export interface Walk {
  readonly verdicts: readonly Verdict<Text>[]
  readonly answered: readonly Answered[]
  readonly parents: readonly Parent[]
  /** The questions that are open, in order. */
  readonly open: readonly OpenQuestion[]
}

interface OpenQuestion {
  readonly ask: Text
  /** What a yes would say; nothing of a wider question. */
  readonly cause?: Cause
}

export const NOTHING_WALKED: Walk = { verdicts: [], answered: [], parents: [], open: [] }

/** Asks a list of nodes in order, past every yes and every unknown. */
export function walkAll(nodes: readonly Node[], evidence: Evidence, sofar: Walk): Walk {
  return nodes.reduce((walk, node) => walkNode(node, evidence, walk), sofar)
}

function walkNode(node: Node, evidence: Evidence, sofar: Walk): Walk {
  if (node.kind === 'branch') return walkBranch(node, evidence, sofar)
  if (node.when === undefined) return walkAll(node.members, evidence, sofar)
  const outcome = node.when.evaluate(evidence)
  const { id, ask } = node
  const asked: Walk = {
    ...sofar,
    verdicts: [
      ...sofar.verdicts,
      { id, ask, answer: answerFrom(outcome.answer), ...without(evidence, outcome), readings: outcome.used },
    ],
    open: isOpen(evidence, outcome) ? [...sofar.open, { ask }] : sofar.open,
  }
  if (countsAsNo(outcome.answer)) return asked
  const walked = walkAll(node.members, evidence, asked)
  if (!countsAsYes(outcome.answer) || node.otherwise === undefined) return walked
  const isExplained = walked.answered.slice(sofar.answered.length).some(({ answer }) => answer === 'yes')
  return { ...walked, parents: [...walked.parents, { id, conclusion: node.otherwise, outcome, isExplained }] }
}

function walkBranch(branch: Branch, evidence: Evidence, sofar: Walk): Walk {
  const asked = branch.when.evaluate(evidence)
  const confirmations = countsAsYes(asked.answer)
    ? branch.confirm.map((confirmation) => ({
        confirmation,
        told: confirmation.test.evaluate(evidence, asked.rows),
      }))
    : []
  const outcome = decided(asked, confirmations)
  const answer = answerFrom(outcome.answer)
  const { cause } = branch.conclude
  // That the same cause may be seen in another way as well is no doubt of it.
  const earlier = sofar.open.find((open) => open.cause !== cause)
  const answered: Answered = {
    branch,
    answer,
    outcome,
    open: confirmations.filter(({ told }) => !countsAsYes(told.answer)).map(({ confirmation }) => confirmation),
    confirmed: confirmations.filter(({ told }) => countsAsYes(told.answer)).map(({ told }) => told),
    ...(earlier !== undefined && { shadowedBy: earlier.ask }),
  }
  const readings = [...outcome.used, ...confirmations.flatMap(({ told }) => told.used)]
  return {
    ...sofar,
    verdicts: [...sofar.verdicts, { id: branch.id, ask: branch.ask, answer, ...without(evidence, outcome), readings }],
    answered: [...sofar.answered, answered],
    open: isOpen(evidence, outcome) ? [...sofar.open, { ask: branch.ask, cause }] : sofar.open,
  }
}

interface Told {
  readonly confirmation: Confirmation
  readonly told: Outcome
}

/** A no where a look-alike is the one, and an unknown where what decides between them is one. */
function decided(asked: Outcome, confirmations: readonly Told[]): Outcome {
  const isRefuted = confirmations.some(
    ({ told, confirmation }) => told.answer === 'no' && confirmation.strength !== 'supports',
  )
  if (isRefuted) return { ...asked, answer: 'no', rows: [] }
  const open = confirmations.filter(
    ({ confirmation, told }) => confirmation.strength === 'decides' && told.answer === 'unknown',
  )
  if (open.length === 0) return asked
  return { ...asked, answer: 'unknown', rows: [], missing: open.flatMap(({ told }) => told.missing) }
}

/**
 * An unknown for want of a reading. One that is 0/0, now or in the baseline, leaves no cause open: where nothing
 * happened nothing was slow. Nor does one of a feature that the fleet does without.
 */
export function isOpen(evidence: Evidence, { answer, missing }: Outcome): boolean {
  return (
    answer === 'unknown' &&
    !(missing.length > 0 && missing.every((signal) => isQuiet(evidence, signal) || isWithout(evidence, signal)))
  )
}

/** The mark of a question that asks of nothing but what the fleet does without. */
function without(evidence: Evidence, { answer, missing }: Outcome): Pick<Verdict, 'isWithout'> {
  if (answer === 'unseen') return { isWithout: true }
  const isMoot = answer === 'unknown' && missing.length > 0 && missing.every((signal) => isWithout(evidence, signal))
  return isMoot ? { isWithout: true } : {}
}

function isWithout(evidence: Evidence, signal: Signal): boolean {
  const now = fleetNow(evidence, signal)
  return signal.isOptional === true && now.status === 'absent' && !isUnread(now)
}

function isQuiet(evidence: Evidence, signal: Signal): boolean {
  const now = fleetNow(evidence, signal)
  const asked = now.status === 'present' ? baselineOf(evidence, signal) : now
  if (asked.status === 'absent') return asked.reason === 'no_traffic'
  // Known of the fleet: then it is a row that nothing happened on, as one that hangs has no tokens to time.
  const unread = rowsOf(evidence, signal)
    .flatMap((row) => [row.now, ...(signal.rows === 'now_and_before' ? [row.before] : [])])
    .filter(({ status }) => status === 'absent')
  return unread.length > 0 && unread.every((measure) => measure.status === 'absent' && measure.reason === 'no_traffic')
}
