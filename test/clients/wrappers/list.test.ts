import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WRAPPERS } from '../../../src/clients/wrappers/list.ts'
import { CLOCK, SAMPLES } from '../formats/samples.ts'
import { WRAPPED } from './samples.ts'

describe('WRAPPERS', () => {
  it('have a sample each', () => {
    const tried = new Set(WRAPPED.flatMap(({ ids }) => ids))
    expect(WRAPPERS.filter(({ id }) => !tried.has(id))).toEqual([])
  })

  it('take no access line for a layer of theirs, but a classic load balancer’s time', () => {
    for (const { id, line } of SAMPLES.filter(({ parsed }) => typeof parsed === 'object')) {
      const peeling = WRAPPERS.filter(({ peel }) => peel(line, CLOCK) !== undefined).map((wrapper) => wrapper.id)
      expect(peeling, `of ${line}`).toEqual(id === 'aws-classic-elb' ? ['timestamps'] : [])
    }
  })

  describe.each(WRAPPERS.map((wrapper) => [wrapper.id, wrapper] as const))('%s', (_, wrapper) => {
    it('never throws, and always leaves less', () => {
      const samples = WRAPPED.map(({ wrap }) => wrap('text'))
      const mutated = fc
        .tuple(fc.constantFrom(...samples), fc.nat(200), fc.nat(9), fc.string({ unit: 'binary' }))
        .map(([line, from, length, put]) => line.slice(0, from) + put + line.slice(from + length))
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), mutated), (line) => {
          for (const { text, at } of wrapper.peel(line, CLOCK) ?? []) {
            expect(text.length).toBeLessThan(line.length)
            expect(at === undefined || Number.isFinite(at)).toBe(true)
          }
        }),
        { numRuns: 500 },
      )
    })

    it('is done with a megabyte at once, whatever it holds', () => {
      const samples = WRAPPED.filter(({ ids }) => ids.includes(wrapper.id)).map(({ wrap }) => wrap(''))
      const starts = ['', ...samples, ...samples.map((line) => line.slice(0, line.length / 2))]
      for (const piece of [' ', 'a', '[', ']', '"', '\\', '[a="', '| ', '1', '{"log":', '\0', 'a: ', ...samples]) {
        for (const start of starts) {
          const line = start + piece.repeat(Math.ceil(1e6 / Math.max(1, piece.length)))
          const before = performance.now()
          wrapper.peel(line, CLOCK)
          expect(performance.now() - before, `${start}… ${piece}`).toBeLessThan(2000)
        }
      }
    })
  })
})
