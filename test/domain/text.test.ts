import { describe, expect, it } from 'vitest'
import type { Text } from '../../src/domain/text.ts'
import { commaed, english, fewOf, inEnglish, joined, say, speakWith, templateOf } from '../../src/domain/text.ts'

const GERMAN: Readonly<Record<string, string>> = {
  '{0} hangs: {1}': '{1}: {0} hängt',
  'its log tells of {0}': 'sein Log nennt {0}',
  '{0} and {1} more': '{0} und {1} weitere',
}
const inGerman = speakWith(
  (template) => GERMAN[template],
  (before, piece) => before + piece,
)

/** A name from outside. */
function name(text: string): string {
  return text
}

describe('a text', () => {
  const nested = say`${name('b:8000')} hangs: ${say`its log tells of ${3} deaths`}`

  it('is said in English as it is written', () => {
    expect(inEnglish(nested)).toBe('b:8000 hangs: its log tells of 3 deaths')
    expect(english`${nested}, it seems`).toBe('b:8000 hangs: its log tells of 3 deaths, it seems')
  })

  it('is found by its sentence, whose holes may stand in another order', () => {
    expect(templateOf(nested)).toBe('{0} hangs: {1}')
    expect(inGerman(say`${name('b:8000')} hangs: ${say`its log tells of ${name('{0}')}`}`)).toBe(
      'sein Log nennt {0}: b:8000 hängt',
    )
  })

  it('is said in English where no catalogue has it, and what stands in it in its own language', () => {
    expect(inGerman(say`perhaps ${say`${name('a')} hangs: ${name('why')}`}`)).toBe('perhaps why: a hängt')
  })

  it('counts a line break with its indent as one blank', () => {
    const long = say`${name('a')} hangs:
      ${name('why')}`
    expect(inEnglish(long)).toBe('a hangs: why')
    expect(inGerman(long)).toBe('why: a hängt')
  })

  it('is refused with a word of our own in a hole, which would be said in English for ever', () => {
    // @ts-expect-error a literal is no name
    expect(inEnglish(say`${'hot'} is hot`)).toBe('hot is hot')
    const cause: 'heat' | 'power' = 'heat'
    // @ts-expect-error nor is one of a few
    expect(inEnglish(say`held down by ${cause}`)).toBe('held down by heat')
  })

  it.each<[Text, string, string]>([
    [commaed([]), '', ''],
    [commaed(['a']), 'a', 'a'],
    [commaed(['a', say`b ${1}`]), 'a, b 1', 'a, b 1'],
    [fewOf(['a', 'b', 'c'], 2), 'a, b and 1 more', 'a, b und 1 weitere'],
    [joined(['a', 'b', 'c'], (before, next) => say`${before} or ${next}`), 'a or b or c', 'a or b or c'],
  ])('of a list is %j', (text, inOne, inOther) => {
    expect([inEnglish(text), inGerman(text)]).toEqual([inOne, inOther])
  })
})
