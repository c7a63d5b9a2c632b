import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, cut, wrap } from '../../src/report/columns.ts'

describe('columns', () => {
  it.each([
    ['abc', 3],
    ['批处理', 6],
    ['🔴 x', 4],
    ['e\u0301', 1],
    ['██', 2],
    ['', 0],
  ])('counts %s as %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns)
  })

  it.each([
    ['abcdef', 4, 'abc…'],
    ['abcd', 4, 'abcd'],
    ['批处理文档', 5, '批处…'],
  ])('cuts %s to %i columns', (text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected)
  })

  it('wraps at the separator, which falls away there', () => {
    expect(wrap('queue 8 s · decode 2 s · API 0 s', 22, ' · ')).toEqual(['queue 8 s · decode 2 s', 'API 0 s'])
  })

  it('loses no character and breaks every line in time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = wrap(text, width)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
