import { expect, it } from 'vitest'
import { parseNumber } from '../../src/exposition/parse-number.ts'

it('takes no longer than the text for many digits', () => {
  const digits = '9'.repeat(60_000)
  const started = performance.now()
  for (const text of [`${digits}x`, `1.${digits}x`, `1e${digits}x`, `.${digits}.`]) {
    expect(parseNumber(text)).toBeUndefined()
  }
  expect(parseNumber(`0.${digits}`)).toBe(1)
  expect(performance.now() - started).toBeLessThan(500)
})
