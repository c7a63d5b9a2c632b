import type { Evidence } from '../../src/domain/evidence.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import type { Branch } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'
import { isWiderThan } from './outcome.ts'

/** Which branches name the cause, or a wider one of it. */
const BRANCHES = [...TREE.causes, ...TREE.calm].flatMap(branchesOf)

/**
 * Whether enough was told of an incident for anybody to know its cause by the tree: of the questions that lead to it (to a
 * wider cause, where none leads to itself) one is a yes, or all are a no. Where one is unknown for want of a reading and
 * none a yes, no tree could do better than say so.
 */
export function isToldEnough(truth: string, evidence: Evidence): boolean {
  const leading = new Set(branchesTo(truth).map(({ id }) => id))
  const verdicts = decide(evidence).path.filter(({ id }) => leading.has(id))
  const isDenied = verdicts.every(({ answer, readings }) => answer === 'no' && readings.length > 0)
  return verdicts.length > 0 && (isDenied || verdicts.some(({ answer }) => answer === 'yes'))
}

function branchesTo(truth: string): readonly Branch[] {
  const own = BRANCHES.filter(({ conclude }) => conclude.cause === truth)
  return own.length > 0 ? own : BRANCHES.filter(({ conclude }) => isWiderThan(conclude.cause, truth))
}
