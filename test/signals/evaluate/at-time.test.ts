import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import { newestAt, rangeAt } from '../../../src/signals/evaluate/at-time.ts'
import { createSeriesIndex } from '../../../src/signals/evaluate/series-index.ts'

/** Samples at 0, 15 and 30 seconds, gone at 45, back at 60. */
const series = createSeriesIndex([
  {
    name: 'x',
    labels: {},
    samples: [0, 15, 30, 60].map((at) => ({ at: unixSeconds(at), value: at })),
    staleAt: [unixSeconds(45)],
  },
]).byName.get('x')?.[0]
if (series === undefined) throw new Error('no series')

describe('newestAt', () => {
  it.each([
    [-1, 'closed', undefined],
    [0, 'closed', 0],
    [44, 'closed', 2],
    [45, 'closed', undefined],
    [59.999, 'closed', undefined],
    [60, 'closed', 3],
    [360, 'closed', 3],
    [360, 'open', undefined],
    [359.999, 'open', 3],
    [360.001, 'closed', undefined],
  ] as const)('at %d s, %s', (time, rangeStart, index) => {
    expect(newestAt(series, time * 1000, rangeStart)).toBe(index)
  })
})

describe('rangeAt', () => {
  it.each([
    [30, 30, 'closed', [0, 3]],
    [30, 30, 'open', [1, 3]],
    [60, 20, 'closed', [3, 4]],
    [59, 10, 'closed', undefined],
    [-1, 10, 'open', undefined],
  ] as const)('up to %d s over %d s, %s', (end, range, rangeStart, expected) => {
    const slice = rangeAt(series, { end: end * 1000, range: range * 1000, rangeStart })
    expect(slice === undefined ? undefined : [slice.first, slice.end]).toEqual(expected)
  })
})
