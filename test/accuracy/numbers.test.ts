import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { decide } from '../../src/triage/decide.ts'
import { strayNumbers } from './numbers.ts'
import { incidentSet, storySet } from './written-cases.ts'

const CASES = [...storySet().cases, ...incidentSet().cases]

describe('a number in a conclusion', () => {
  it.each(CASES)('$id: is read, or a threshold, or told by a person', ({ evidence }) => {
    expect(strayNumbers(evidence, decide(evidence, inEnglish))).toEqual([])
  })

  it('that comes from nowhere is found', () => {
    const [one] = CASES
    if (one === undefined) throw new Error('no cases')
    const diagnosis = decide(one.evidence, inEnglish)
    const { headline } = diagnosis
    const because = [...headline.because, 'a latency of 79.3 s, 6113 requests and 63 %']
    expect(strayNumbers(one.evidence, { ...diagnosis, headline: { ...headline, because } })).toHaveLength(3)
  })
})
