import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAccessLine } from '../../../src/clients/access-line.ts'
import { FORMATS } from '../../../src/clients/formats/list.ts'
import { CLOCK, SAMPLES } from './samples.ts'

describe('FORMATS', () => {
  it('have ids of their own, in kebab-case, and a sample each', () => {
    const ids = FORMATS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/u.test(id))).toEqual([])
    expect(ids.filter((id) => SAMPLES.every((sample) => sample.id !== id || !isAccessLine(sample.parsed)))).toEqual([])
  })

  it.each(SAMPLES.map((sample) => [sample.id, sample.name, sample] as const))('%s: %s', (id, _, { line, parsed }) => {
    const format = FORMATS.find((one) => one.id === id)
    expect(format?.parse(line, CLOCK)).toEqual(parsed)
  })

  it('keep nothing of what a client sends in a query or a body', () => {
    for (const { line } of SAMPLES) {
      for (const format of FORMATS) {
        const kept = JSON.stringify(format.parse(line, CLOCK) ?? '')
        expect(kept, `${format.id} of ${line}`).not.toMatch(/[?]|a prompt/u)
      }
    }
  })

  // What a hostile client or a torn file can put into a line: each sample with pieces of it and of others changed.
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      '"',
      '\\',
      '\\"',
      ' - ',
      '{',
      '}',
      '[',
      ']',
      '\0',
      '\uD83D',
      '\u2028',
      '" 200 1 "',
      '99999999999999999999',
      ', ',
      ' : ',
      '-',
    ),
    fc.constantFrom(...SAMPLES.map(({ line }) => line)),
  )
  const mutated = fc
    .tuple(fc.constantFrom(...SAMPLES.map(({ line }) => line)), fc.nat(400), fc.nat(40), text)
    .map(([line, from, length, put]) => line.slice(0, from) + put + line.slice(from + length))

  describe.each(FORMATS.map((format) => [format.id, format] as const))('%s', (_, format) => {
    it('never throws, and gives no number that is none', () => {
      fc.assert(
        fc.property(fc.oneof(text, mutated), (line) => {
          const parsed = format.parse(line, CLOCK)
          if (!isAccessLine(parsed)) return
          for (const value of Object.values(parsed)) {
            if (typeof value === 'number') expect(Number.isFinite(value) && value >= 0, `in ${line}`).toBe(true)
            if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(1024)
          }
        }),
        { numRuns: 300 },
      )
    })

    it('is done with a megabyte at once, whatever it holds', () => {
      const own = SAMPLES.filter(({ id }) => id === format.id).map(({ line }) => line)
      const pieces = [...own, ' ', '"', '\\', '" "', 'a', '[', '1/', ', ', ' : ', 'a b ', '\0', '{"a":', '\\"', '| ']
      const starts = ['', ...own.slice(0, 2), ...own.slice(0, 2).map((line) => line.slice(0, line.length / 2))]
      for (const [piece, start] of pieces.flatMap((piece) => starts.map((start) => [piece, start] as const))) {
        const line = start + piece.repeat(Math.ceil(1e6 / piece.length))
        for (const cut of [line, line.slice(0, 60_000)]) {
          const before = performance.now()
          format.parse(cut, CLOCK)
          expect(performance.now() - before, `${format.id}: ${start.slice(0, 80)}… ${piece}`).toBeLessThan(2000)
        }
      }
    }, 60_000)
  })
})
