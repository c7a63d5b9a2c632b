import type { Evidence } from '../../src/domain/evidence.ts'

/** An incident whose cause is known. */
export interface Case {
  readonly id: string
  /** The id of what it was. */
  readonly truth: string
  /** What was true beside it: to name it firmly is not wrong. */
  readonly alsoTrue?: readonly string[]
  readonly evidence: Evidence
  /** How much of it what was told proves; all of it where nothing is said, since all that can be read was read. */
  readonly tellable?: 'cause' | 'parent' | 'nothing'
}

/** Cases that are counted together. */
export interface CaseSet {
  readonly name: string
  readonly cases: readonly Case[]
}
