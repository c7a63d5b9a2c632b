import { expect, it } from 'vitest'
import { createRandom } from '../../../src/sandbox/fleet/random.ts'

const DRAWS = 20_000

function mean(draw: () => number): number {
  let sum = 0
  for (let index = 0; index < DRAWS; index++) sum += draw()
  return sum / DRAWS
}

it('repeats itself by seed and name', () => {
  const draw = (seed: number, name: string): readonly number[] => {
    const random = createRandom(seed, name)
    return [random.uniform(), random.exponential(2), random.lognormal(3, 0.5), random.integer(100)]
  }
  expect(draw(1, 'a')).toEqual(draw(1, 'a'))
  expect(draw(1, 'a')).not.toEqual(draw(1, 'b'))
  expect(draw(1, 'a')).not.toEqual(draw(2, 'a'))
})

it('has the means it is asked for', () => {
  const random = createRandom(7, 'means')
  expect(mean(random.uniform)).toBeCloseTo(0.5, 1)
  expect(mean(() => random.exponential(4))).toBeCloseTo(4, 0)
  expect(mean(() => random.lognormal(600, 0.5)) / 600).toBeCloseTo(1, 1)
  expect(random.lognormal(600, 0)).toBe(600)
  expect(mean(() => random.integer(10))).toBeCloseTo(4.5, 0)
})
