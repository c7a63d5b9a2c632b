import { describe, expect, it } from 'vitest'
import { languageIn } from '../../src/domain/language.ts'

describe('what is spoken in a channel', () => {
  const settings = { language: 'en', languages: { C0123456789: 'zh' } } as const

  it.each([
    ['C0123456789', 'zh'],
    ['C0000000000', 'en'],
    ['constructor', 'en'],
  ])('%s: %s', (channel, language) => {
    expect(languageIn(settings, channel)).toBe(language)
  })
})
