import { describe, expect, it } from 'vitest'
import type { Cause } from '../../../src/domain/cause.ts'
import type { Certainty } from '../../../src/domain/diagnosis.ts'
import { finerOf, isReasonFor } from '../../../src/triage/diagnosis/finer-cause.ts'

function found(cause: Cause, certainty: Certainty) {
  return { finding: { cause, certainty } }
}

const SKEW = found('queue.skew', 'firm')

describe('a cause that says why another is', () => {
  it.each<readonly [Cause, Cause, boolean]>([
    ['queue.skew.lb', 'queue.skew', true],
    ['kv.exhaustion', 'queue.capacity', true],
    ['queue.skew', 'queue.skew.lb', false],
    ['queue.skew.lb', 'queue.capacity', false],
    ['queue.skew', 'queue.skew', false],
    ['engine.hang', 'instance.down', false],
  ])('%s of %s: %s', (cause, other, isReason) => {
    expect(isReasonFor(cause, other)).toBe(isReason)
  })

  it('is the headline where it is sure', () => {
    const why = found('queue.skew.lb', 'firm')
    expect(finerOf(SKEW, [SKEW, why])).toBe(why)
  })

  it.each([
    ['it is not sure', found('queue.skew.lb', 'tentative')],
    ['it is that of another', found('kv.exhaustion', 'firm')],
  ])('is not where %s', (_, other) => {
    expect(finerOf(SKEW, [other, SKEW])).toBe(SKEW)
  })
})
