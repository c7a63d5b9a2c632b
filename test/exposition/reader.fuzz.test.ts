import { expect, it } from 'vitest'
import { createFuzzer } from './fuzz-bodies.ts'
import { PAGES } from './pages.ts'

it('reads broken bodies of every kind; `npm run fuzz` reads a million', () => {
  const { counts, next } = createFuzzer(20_260_101, PAGES)
  for (let body = 0; body < 3000; body++) next()
  expect(Object.keys(counts.kinds).toSorted()).toEqual(['empty', 'exposition', 'html', 'other'])
  expect(counts.samples).toBeGreaterThan(3000)
  expect(counts.malformed).toBeGreaterThan(1000)
  expect(counts.truncated).toBeGreaterThan(300)
})
