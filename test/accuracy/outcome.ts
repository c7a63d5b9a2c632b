import type { Certainty } from '../../src/domain/diagnosis.ts'
import { branchesOf } from '../../src/triage/node.ts'
import type { Group, Node } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'

/** How a headline stands to what it was, from best to worst. */
export const OUTCOMES = ['right', 'parent', 'also_true', 'inconclusive', 'wrong_tentative', 'wrong_firm'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Truth {
  /** The id of what it was, also one that whyslow does not know. */
  readonly truth: string
  readonly alsoTrue?: readonly string[]
}

export interface Headline {
  readonly cause: string
  readonly certainty: Certainty
}

export function outcomeOf({ truth, alsoTrue = [] }: Truth, { cause, certainty }: Headline): Outcome {
  if (cause === truth) return 'right'
  if (cause === 'inconclusive') return 'inconclusive'
  if (isCalm(truth) && isCalm(cause)) return 'parent'
  if (isBelow(truth, cause) || isMemberOf(truth, cause) || WIDER[cause]?.includes(truth) === true) return 'parent'
  if (alsoTrue.some((one) => one === cause || isBelow(one, cause))) return 'also_true'
  return certainty === 'firm' ? 'wrong_firm' : 'wrong_tentative'
}

/** Nothing is wrong that the fleet could be mended of. */
export function isCalm(cause: string): boolean {
  return cause === 'healthy' || cause.startsWith('benign.')
}

/** That no vLLM series is there is true of whatever else is scraped instead, and of names that nobody knows. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  'telemetry.missing': ['telemetry.wrong_target', 'telemetry.renamed'],
}

/** `engine.hang` for `engine.hang.kernel`. */
function isBelow(truth: string, cause: string): boolean {
  return truth.startsWith(`${cause}.`)
}

/** `queue` for what the tree asks under its question for a queue. */
function isMemberOf(truth: string, cause: string): boolean {
  return GROUPS.filter(({ otherwise }) => otherwise?.cause === cause)
    .flatMap(branchesOf)
    .some(({ conclude }) => conclude.cause === truth || isBelow(truth, conclude.cause))
}

const GROUPS = TREE.causes.flatMap(groupsIn)

function groupsIn(node: Node): readonly Group[] {
  return node.kind === 'branch' ? [] : [node, ...node.members.flatMap(groupsIn)]
}
