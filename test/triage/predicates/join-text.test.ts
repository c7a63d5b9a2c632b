import { describe, expect, it } from 'vitest'
import { joinText } from '../../../src/triage/predicates/join-text.ts'

describe('joinText', () => {
  it.each([
    ['one as it is', ['a or b'], 'a or b'],
    ['simple ones without brackets', ['a', 'b'], 'a and b'],
    ['what is made of several in brackets', ['a or b', 'c'], '(a or b) and c'],
    [
      'what stands in brackets already as it is',
      ['not (a or b)', 'c (else (d and e))'],
      'not (a or b) and c (else (d and e))',
    ],
    ['words that only hold the letters as they are', ['handed', 'for'], 'handed and for'],
  ])('joins %s', (_, texts, expected) => {
    expect(
      joinText(
        texts.map((text) => ({ text })),
        'and',
      ),
    ).toBe(expected)
  })
})
