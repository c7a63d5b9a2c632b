import { describe, expect, it } from 'vitest'
import { evidenceOfIncident } from '../../src/cli/incident-evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { decide } from '../../src/triage/decide.ts'
import { END } from '../support/evidence.ts'
import { scoreSet } from './score.ts'
import { incidentSet, incidentsTold, storySet } from './written-cases.ts'

/** What is reached: right or a parent of those of which enough is told, and right of all. It may only grow. */
const LEAST_RIGHT_OF_TOLD = 0.95
const LEAST_RIGHT = 25

describe('the incidents that were written down', () => {
  it.each([storySet(), incidentSet()].map(scoreSet))('$name: none firmly wrong, none healthy called ill', (score) => {
    expect(score.faults.filter((fault) => !fault.includes('right or parent'))).toEqual([])
  })

  it('of which those of the tree are all found', () => {
    expect(scoreSet(storySet()).rightShare).toBe(1)
  })

  it('and of those that happened no fewer than before', () => {
    const { scored, rightShare } = scoreSet(incidentSet())
    expect(rightShare).toBeGreaterThanOrEqual(LEAST_RIGHT_OF_TOLD)
    expect(scored.filter(({ outcome }) => outcome === 'right').length).toBeGreaterThanOrEqual(LEAST_RIGHT)
  })

  it.each(incidentsTold())('$name says how much it tells', ({ file }) => {
    const isScored = file.scored ?? (file.cause_confidence !== 'inferred' && file.cause_confidence !== 'open')
    if (isScored) expect(file.tellable).toBeDefined()
  })

  it('and a set of none is a fault', () => {
    expect(scoreSet({ name: 'none', cases: [] }).faults).toEqual(['none: there is no case to be right of'])
  })

  const pinned = incidentsTold().flatMap(({ name, file }) =>
    file.expect === undefined ? [] : [{ name, file, pin: file.expect }],
  )

  it.runIf(pinned.length > 0).each(pinned)('$name: $file.story: $pin.cause, $pin.certainty', ({ name, file, pin }) => {
    const { headline, contributing } = decide(evidenceOfIncident(file, name, END), inEnglish)
    expect([headline.cause, headline.certainty]).toEqual([pin.cause, pin.certainty])
    if (pin.contributing.length > 0) expect(contributing.map(({ cause }) => cause)).toEqual(pin.contributing)
    const said = [headline.title, ...headline.because].join('\n')
    for (const words of pin.says) expect(said).toContain(words)
    for (const words of [...pin.never_says, 'undefined', 'NaN']) expect(said).not.toContain(words)
  })
})
