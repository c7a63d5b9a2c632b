import { beforeAll, describe, expect, it } from 'vitest'
import { ablate } from './ablate.ts'
import { scoreSet } from './score.ts'
import { askSeries, record, seriesOf, toldStories } from './simulate.ts'
import { tryNoise } from './try-noise.ts'
import type { Case } from './case.ts'

/** A few of what `npm run accuracy` tries: small fleets of all stories, and what is taken from or added to some. */
const SMALL = 1
const TOUCHED = ['hang', 'outside', 'healthy']

const stories = [...toldStories([SMALL], () => 1)]
const touched = [...toldStories([4], () => 1)].filter(({ id }) => TOUCHED.includes(id.split(' ')[0] ?? ''))

describe('simulated stories', () => {
  const cases = new Map<string, Case>()
  beforeAll(async () => {
    for (const { id, scenario } of [...stories, ...touched]) {
      const evidence = await askSeries(seriesOf(await record(scenario)), scenario)
      cases.set(id, { id, truth: scenario.expectedCause, alsoTrue: scenario.expectedAlso ?? [], evidence })
    }
  }, 60_000)

  it('are each found on a fleet of one instance', () => {
    const { scored, faults } = scoreSet({ name: 'simulated', cases: [...cases.values()] })
    expect(faults).toEqual([])
    // Of one instance nobody can tell a plateau at an unknown cap from one of a full step budget.
    const wider = scored.filter(({ outcome }) => outcome !== 'right')
    expect(wider.map(({ truth, cause, outcome }) => [truth, cause, outcome])).toEqual([
      ['sched.max_num_seqs', 'queue', 'parent'],
    ])
  })

  it.each(touched)('$id: a reading taken away leaves answers open, and none firmly wrong', ({ id }) => {
    const one = cases.get(id)
    expect(one && ablate(one).flatMap(({ faults }) => faults)).toEqual([])
  })

  it.each(touched)(
    '$id: noise changes nothing',
    async (told) => {
      const runs = await tryNoise(told, 1)
      expect(runs.filter(({ isStable, isWrongFirm }) => !isStable || isWrongFirm)).toEqual([])
    },
    60_000,
  )
})
