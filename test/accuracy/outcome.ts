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
  if (isWiderThan(cause, truth)) return 'parent'
  // It says of itself that it does not know the reason.
  if (STAGES.has(cause) && certainty !== 'firm') return 'inconclusive'
  if (alsoTrue.some((one) => one === cause || isBelow(one, cause))) return 'also_true'
  return certainty === 'firm' ? 'wrong_firm' : 'wrong_tentative'
}

/** Nothing is wrong that the fleet could be mended of. */
export function isCalm(cause: string): boolean {
  return cause === 'healthy' || cause.startsWith('benign.')
}

/** Whether a cause holds the other: by its name, in the tree, or since the one is how the other shows. */
export function isWiderThan(cause: string, truth: string): boolean {
  const shown = WIDER[cause] ?? []
  return isBelow(truth, cause) || isMemberOf(truth, cause) || shown.some((one) => truth === one || isBelow(truth, one))
}

/**
 * That no vLLM series is there is true of whatever else is scraped instead, and of names that nobody knows. An instance
 * whose process crashed, has not come up yet, or was taken away is down, also where a gateway goes on sending to it; one that
 * crashes each time crashes in a loop. A KV cache that is full is one of the two ceilings of what a fleet can carry.
 */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  'telemetry.missing': ['telemetry.wrong_target', 'telemetry.renamed'],
  'instance.down': [
    'engine.crash',
    'engine.crash_loop',
    'start',
    'storage',
    'change.autoscaler',
    'pd.network_fault',
    'outside.dead_backend_routing',
  ],
  'engine.crash_loop': ['engine.crash', 'storage'],
  'queue.capacity': ['kv.exhaustion'],
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

/** The questions of the trunk that have a conclusion of their own: the stage that grew, and nothing of why. */
const STAGES: ReadonlySet<string> = new Set(
  TREE.causes.flatMap((node) => (node.kind === 'group' ? (node.otherwise?.cause ?? []) : [])),
)

const GROUPS = TREE.causes.flatMap(groupsIn)

function groupsIn(node: Node): readonly Group[] {
  return node.kind === 'branch' ? [] : [node, ...node.members.flatMap(groupsIn)]
}
