/** The languages that whyslow speaks. */
export const LANGUAGES = ['en', 'zh'] as const

/** English, or Simplified Chinese. */
export type Language = (typeof LANGUAGES)[number]

export interface LanguageSettings {
  readonly language: Language
  /** Channels, by their ids, that are spoken to in another. */
  readonly languages: Readonly<Record<string, Language>>
}

/** What is spoken in a channel. */
export function languageIn({ language, languages }: LanguageSettings, channelId: string): Language {
  return Object.hasOwn(languages, channelId) ? (languages[channelId] ?? language) : language
}
