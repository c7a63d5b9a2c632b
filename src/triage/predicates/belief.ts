import type { Answer } from '../../domain/diagnosis.ts'

/**
 * How a test stands. `unknown` is open: what was not read may say either. What a fleet does without leaves nothing open:
 * where nobody could have seen a thing it is `unseen`, which counts as no, and where nothing could have spoken against it
 * `unopposed`, which counts as yes.
 */
export const BELIEFS = ['no', 'unseen', 'unknown', 'unopposed', 'yes'] as const
export type Belief = (typeof BELIEFS)[number]

/** What is heard goes before what only nobody could hear, on either side. */
const IN_ALL = ['no', 'unseen', 'unknown', 'yes', 'unopposed'] as const satisfies readonly Belief[]
const IN_ANY = ['yes', 'unopposed', 'unknown', 'no', 'unseen'] as const satisfies readonly Belief[]

const NEGATED = {
  yes: 'no',
  unopposed: 'unseen',
  unknown: 'unknown',
  unseen: 'unopposed',
  no: 'yes',
} as const satisfies Record<Belief, Belief>

/** Of all of them together: a no goes before an unknown, and that before a yes. */
export function ofAll(beliefs: readonly Belief[]): Belief {
  return IN_ALL.find((belief) => beliefs.includes(belief)) ?? 'yes'
}

/** Of any of them: a yes goes before an unknown, and that before a no. */
export function ofAny(beliefs: readonly Belief[]): Belief {
  return IN_ANY.find((belief) => beliefs.includes(belief)) ?? 'no'
}

export function negated<One extends Belief>(belief: One): (typeof NEGATED)[One] {
  return NEGATED[belief]
}

export function countsAsYes(belief: Belief): boolean {
  return belief === 'yes' || belief === 'unopposed'
}

export function countsAsNo(belief: Belief): boolean {
  return belief === 'no' || belief === 'unseen'
}

/** What is printed: absent is never a no. */
export function answerFrom(belief: Belief): Answer {
  if (belief === 'unseen') return 'unknown'
  return belief === 'unopposed' ? 'yes' : belief
}

/** How many stand so. */
export type Count = Readonly<Record<Belief, number>>

export function countsOf({ no, unseen, unknown, unopposed, yes }: Readonly<Record<Belief, readonly unknown[]>>): Count {
  return {
    no: no.length,
    unseen: unseen.length,
    unknown: unknown.length,
    unopposed: unopposed.length,
    yes: yes.length,
  }
}
