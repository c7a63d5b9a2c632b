import { describe, expect, it } from 'vitest'
import { areByFarBest, hitsAround, hitsByFarBest } from '../../../src/triage/skew/skew-hits.ts'
import { MODEL, anEvidence } from '../../support/evidence.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'

const HOT = { instance: 'a', engine: '0', modelName: MODEL }

function fleet(rows: NonNullable<Exclude<ToldOrAbsent, string>['rows']>) {
  return anEvidence({ prefix_hit_ratio: { now: 0.5, rows } })
}

describe('the hits of an instance beside those of its peers', () => {
  it('are of its best engine and of the best of the others', () => {
    const evidence = fleet({ 'a/0': 0.2, 'a/1': 0.8, 'b/0': 0.1, 'b/1': 0.4, c: 0.3 })
    expect(hitsAround(evidence, HOT)).toEqual({ there: 0.8, elsewhere: 0.4 })
  })

  it('are of those alone that serve its model', () => {
    expect(hitsAround(fleet({ a: 0.8, b: 0.4 }), { ...HOT, modelName: 'another' })).toBeUndefined()
  })

  it.each([
    ['its own', { a: 'timeout', b: 0.4 }],
    ['those of all others', { a: 0.8, b: 'timeout' }],
    ['that there is another', { a: 0.8 }],
  ] as const)('are not known without %s', (_, rows) => {
    const evidence = fleet(rows)
    expect(hitsAround(evidence, HOT)).toBeUndefined()
    expect(hitsByFarBest.answer(evidence, HOT)).toBe('unknown')
    expect(hitsByFarBest.evaluate(evidence, HOT).answer).toBe('unknown')
  })

  it.each([
    [0.8, 0.4, true],
    [0.61, 0.4, true],
    [0.59, 0.4, false],
    // Three times as many, and next to nothing.
    [0.15, 0.05, false],
    [0.2, 0, true],
  ])('%d beside %d is by far best: %s', (there, elsewhere, isBest) => {
    expect(areByFarBest({ there, elsewhere })).toBe(isBest)
    expect(hitsByFarBest.answer(fleet({ a: there, b: elsewhere }), HOT)).toBe(isBest ? 'yes' : 'no')
  })
})
