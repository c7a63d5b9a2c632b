import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BELIEFS,
  answerFrom,
  countsAsNo,
  countsAsYes,
  ofAll,
  ofAny,
  negated,
} from '../../../src/triage/predicates/belief.ts'
import type { Belief } from '../../../src/triage/predicates/belief.ts'

const anyBelief = fc.constantFrom(...BELIEFS)
const several = fc.array(anyBelief, { minLength: 1, maxLength: 4 })

/** What counts for nothing read as what it counts for. */
function counted(belief: Belief): Belief {
  if (countsAsYes(belief)) return 'yes'
  return countsAsNo(belief) ? 'no' : 'unknown'
}

describe('beliefs', () => {
  it('that all or any must hold are negated as logic has it', () => {
    fc.assert(
      fc.property(several, (beliefs) => {
        expect(negated(ofAll(beliefs))).toBe(ofAny(beliefs.map(negated)))
        expect(negated(ofAny(beliefs))).toBe(ofAll(beliefs.map(negated)))
        expect(beliefs.map(negated).map(negated)).toEqual(beliefs)
      }),
    )
  })

  it('come to the same where what the fleet lacks is taken for what it counts as', () => {
    fc.assert(
      fc.property(several, (beliefs) => {
        expect(counted(ofAll(beliefs))).toBe(ofAll(beliefs.map(counted)))
        expect(counted(ofAny(beliefs))).toBe(ofAny(beliefs.map(counted)))
      }),
    )
  })

  it('are never printed as a no where nobody could see it', () => {
    expect(BELIEFS.map((belief) => answerFrom(belief))).toEqual(['no', 'unknown', 'unknown', 'yes', 'yes'])
  })
})
