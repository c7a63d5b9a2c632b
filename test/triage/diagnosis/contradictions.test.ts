import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { contradictionsIn } from '../../../src/triage/diagnosis/contradictions.ts'
import { decide } from '../../../src/triage/decide.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'
import type { Told } from '../../support/evidence.ts'

/** Each cannot be true as a whole. */
const WRONG: Readonly<Record<string, Readonly<Record<string, Told>>>> = {
  'the fleet waits, no instance does': { waiting: { now: 500, rows: onEach(0) } },
  'an instance waits, the fleet does not': { waiting_mean: { now: 0, before: 0, rows: { ...onEach(0), b: 9 } } },
  'many wait now, nobody in the mean': { waiting: { now: 500 } },
  'many waited at once, nobody in the mean': { waiting_peak: { now: 500 } },
  'none is up, two answer': { up: { now: 0, before: 4 }, serving: { now: 2 } },
  'a stage is longer than the whole': { decode_time: { now: 60, before: 8 } },
  'evictions, and none per request': { preemptions: { now: 5000 } },
  'none evicted, and some per request': { preemptions_per_request: { now: 0.5 } },
}

describe('readings that cannot all be true', () => {
  it.each(Object.keys(WRONG))('%s: is named, nothing is healthy, and nothing sure rests on it', (name) => {
    const wrong = WRONG[name] ?? {}
    const diagnosis = decide(anEvidence({ ...AT_WORK, ...wrong }), inEnglish)
    expect(diagnosis.contradictions).toHaveLength(1)
    expect(diagnosis.contradictions[0]).toContain(', yet ')
    expect(diagnosis.headline.cause).not.toMatch(/^healthy|^benign/u)
    const doubtful = Object.keys(wrong)
    for (const verdict of diagnosis.path.filter(({ certainty }) => certainty === 'firm')) {
      expect(verdict.readings.filter(({ signal }) => doubtful.includes(signal))).toEqual([])
    }
  })

  it('are none in a fleet at work, nor where a part of the instances is read', () => {
    expect(contradictionsIn(anEvidence(AT_WORK))).toEqual([])
    const part = { ...AT_WORK, waiting: { now: 3, rows: { a: 0 } }, waiting_mean: { now: 0.5, before: 0.5 } }
    expect(contradictionsIn(anEvidence(part)).map(({ text }) => inEnglish(text))).toEqual([])
  })

  it('are none of a moment that is a part of the mean', () => {
    const short = { ...AT_WORK, waiting: { now: 3 }, waiting_mean: { now: 0.1, before: 0, rows: onEach(0.025) } }
    expect(contradictionsIn(anEvidence(short))).toEqual([])
  })
})
