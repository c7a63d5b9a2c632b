import { describe, expect, it } from 'vitest'
import { inEnglish, say } from '../../src/domain/text.ts'
import { speakIn } from '../../src/words/speak-in.ts'

describe('the voice of a language', () => {
  it.each([
    ['en', 'Do requests wait?'],
    ['zh', '是否有请求排队？'],
  ] as const)('%s', (language, said) => {
    expect(speakIn(language)(say`Do requests wait?`)).toBe(said)
  })

  it('is that of the sentences themselves in English', () => {
    expect(speakIn('en')).toBe(inEnglish)
  })
})
