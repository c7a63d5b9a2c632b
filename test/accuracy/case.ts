import type { Evidence } from '../../src/domain/evidence.ts'

/** An incident whose cause is known. */
export interface Case {
  readonly id: string
  /** The id of what it was. */
  readonly truth: string
  /** What was true beside it: to name it firmly is not wrong. */
  readonly alsoTrue?: readonly string[]
  readonly evidence: Evidence
}

/** Cases that are counted together. */
export interface CaseSet {
  readonly name: string
  /** Whether all that can be read was read, so that a healthy fleet has to be called healthy. */
  readonly isWhole: boolean
  readonly cases: readonly Case[]
}
