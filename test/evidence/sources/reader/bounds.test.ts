import { expect, it } from 'vitest'
import { bounded, edgesOf } from '../../../../src/evidence/sources/reader/bounds.ts'

const les = (...values: readonly string[]) =>
  values.map((le) => ({ signal: 'ttft', part: 'edges', labels: { le }, value: 1 }))

it('finds the finite edges', () => {
  expect(edgesOf(les('+Inf', '60.0', '0.3', '1e2', 'odd', ''))).toEqual({ first: 0.3, last: 100 })
  expect(edgesOf(les('+Inf'))).toBeUndefined()
  expect(edgesOf([])).toBeUndefined()
})

it.each([
  [0.1, { status: 'present', value: 0.3, bound: 'at_most' }],
  [0.3, { status: 'present', value: 0.3, bound: 'at_most' }],
  [5, { status: 'present', value: 5 }],
  [60, { status: 'present', value: 60, bound: 'at_least' }],
])('bounds %d', (value, measure) => {
  expect(bounded(value, { first: 0.3, last: 60 })).toEqual(measure)
})
