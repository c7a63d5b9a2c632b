import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchPair } from '../../../src/triage/engine/batch-curve.ts'
import { expectedAt, lineThrough, medianOf } from '../../../src/triage/engine/batch-curve.ts'

/** 15 ms for the weights and half a millisecond for each request. */
function at(batch: number): BatchPair {
  return { batch, token: 0.015 + 0.0005 * batch }
}

const HISTORY = [8, 10, 12, 20, 22, 24].map(at)

describe('the line through pairs of before', () => {
  it('tells the time of a token at any batch between them', () => {
    expect(lineThrough(HISTORY)?.at(16)).toBeCloseTo(0.023, 6)
  })

  it('is not bent by an odd pair', () => {
    expect(lineThrough([...HISTORY, { batch: 11, token: 0.2 }])?.at(16)).toBeCloseTo(0.023, 3)
  })

  it('never goes down: a larger batch makes no token faster', () => {
    const falling = [8, 10, 20, 22].map((batch) => ({ batch, token: 0.021 - batch / 10_000 }))
    const line = lineThrough(falling)
    expect(line?.at(22)).toBe(line?.at(8))
  })

  it('begins at nothing at least', () => {
    const steep = [10, 11, 20, 22].map((batch) => ({ batch, token: 0.002 * batch - 0.001 }))
    expect(lineThrough(steep)?.at(20)).toBeCloseTo(0.039, 3)
  })

  it.each<[string, readonly BatchPair[]]>([
    ['too few', HISTORY.slice(0, 3)],
    ['all alike but one', [10, 10, 10, 10, 20].map(at)],
    ['too alike', [10, 10.5, 11, 11.5].map(at)],
    ['too scattered', [8, 10, 12, 20, 22, 24].map((batch, index) => ({ batch, token: index % 2 === 0 ? 0.01 : 0.03 }))],
    ['without a number', [8, 10, 20, 22].map((batch) => ({ batch, token: Number.NaN }))],
    ['of no time', [8, 10, 20, 22].map((batch) => ({ batch, token: 0 }))],
  ])('is not there where the pairs are %s', (_, pairs) => {
    expect(lineThrough(pairs)).toBeUndefined()
  })

  it('reaches a little beyond its pairs and no further', () => {
    const line = lineThrough(HISTORY)
    expect([4, 7, 28, 40].map((batch) => line?.reaches(batch))).toEqual([false, true, true, false])
  })
})

describe('what a token may take at a batch', () => {
  const line = lineThrough(HISTORY)

  it('is what the line says, from how many pairs', () => {
    const { least, most, pairs } = expectedAt(at(10), 20, line) ?? {}
    expect(least).toBe(most)
    expect([most?.toFixed(4), pairs]).toEqual(['0.0250', 6])
  })

  it('keeps to the level of its own before: another engine may be of other hardware', () => {
    expect(expectedAt({ batch: 10, token: 0.04 }, 20, line)?.most).toBeCloseTo(0.05, 6)
  })

  it('is, without a line, no less than before and no more than in proportion', () => {
    expect(expectedAt({ batch: 10, token: 0.02 }, 20, undefined)).toEqual({ least: 0.02, most: 0.04, pairs: 0 })
    expect(expectedAt({ batch: 20, token: 0.04 }, 10, undefined)).toEqual({ least: 0.02, most: 0.04, pairs: 0 })
  })

  it('is bounded where the line does not reach', () => {
    expect(expectedAt({ batch: 10, token: 0.02 }, 100, line)).toEqual({ least: 0.02, most: 0.2, pairs: 0 })
  })

  it('takes an engine that idles between steps for one with a request in each', () => {
    expect(expectedAt({ batch: 0.1, token: 0.02 }, 2, undefined)).toEqual({ least: 0.02, most: 0.04, pairs: 0 })
  })

  it.each([
    [{ batch: 10, token: 0 }, 10],
    [{ batch: -1, token: 0.02 }, 10],
    [{ batch: 10, token: 0.02 }, Number.NaN],
  ])('is not known from %j at %d', (before, batch) => {
    expect(expectedAt(before, batch, line)).toBeUndefined()
  })

  it('lies, for any machine of weights and requests, within its bounds', () => {
    const cost = fc.double({ min: 1e-6, max: 1, noNaN: true })
    const batch = fc.double({ min: 1, max: 1000, noNaN: true })
    fc.assert(
      fc.property(cost, cost, batch, batch, (weights, each, then, now) => {
        const bounds = expectedAt({ batch: then, token: weights + each * then }, now, undefined)
        const token = weights + each * now
        expect(token).toBeGreaterThanOrEqual((bounds?.least ?? Infinity) * (1 - 1e-9))
        expect(token).toBeLessThanOrEqual((bounds?.most ?? 0) * (1 + 1e-9))
      }),
    )
  })
})

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median)
})
