import { describe, expect, it } from 'vitest'
import { counted, fewLines, firstOf, listed } from '../../src/domain/listed.ts'

describe('a list that is cut', () => {
  const more = (count: number): string => `${count} more`

  it.each([
    [['a', 'b'], ['a', 'b'], 'a, b'],
    [['a', 'b', 'c'], ['a', 'b', '1 more'], 'a, b and 1 more'],
    [[], [], ''],
  ])('of %j shows two and counts the others', (texts, lines, text) => {
    expect(fewLines(texts, 2, more)).toEqual(lines)
    expect(listed(texts, 2)).toBe(text)
  })

  it.each([
    [[], 'no number'],
    [['b', 'c'], 'no number (and 2 more)'],
  ])('of slips is the first and %j', (others, line) => {
    expect(firstOf('no number', others)).toBe(line)
  })

  it('counts one and many', () => {
    expect([0, 1, 2].map((count) => counted(count, 'engine'))).toEqual(['0 engines', '1 engine', '2 engines'])
  })
})
