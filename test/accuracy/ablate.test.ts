import { expect, it } from 'vitest'
import { ablate } from './ablate.ts'
import { incidentSet, storySet } from './written-cases.ts'

// Every reading of every case that was written down is taken away, one by one: for the fleet and for each row that differs.
it.each([storySet(), incidentSet()].flatMap(({ cases }) => cases))(
  '$id: a reading taken away leaves answers open, and none firmly wrong',
  (one) => {
    expect(ablate(one).flatMap(({ faults }) => faults)).toEqual([])
  },
)
