import { plain } from '../report/plain-text.ts'

/**
 * Characters that a reader does not see, with which two names look the same: soft hyphen, joiners, fillers, variation
 * selectors but for emoji's own, tags (Unicode's Default_Ignorable_Code_Point).
 */
const UNSEEN = /(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu
/** Half a character is no text: some clients of Slack's API refuse it, others show what they like. */
const HALVES = /\p{Surrogate}/gu

/** Text from outside with nothing in it that works unseen, as one line. For rich text, which Slack does not parse. */
export function cleanText(text: string): string {
  return plain(text).replaceAll(UNSEEN, '').replaceAll(HALVES, '\uFFFD')
}

/**
 * Text from outside for a field that Slack parses: `&`, `<` and `>` are escaped as Slack asks, so no mention and no link
 * can be made of it, nor anything formatted; what works unseen is gone. (docs.slack.dev, formatting message text)
 *
 * @param most characters kept, counted before escaping; an ellipsis says that some were cut
 */
export function escapeText(text: string, most = 300): string {
  return unformatted(clip(cleanText(text), most))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/**
 * What Slack would take for bold, struck out, italic or code, as signs that look alike: it has no way to escape these. An
 * underscore within a word formats nothing, and stays, since names are full of them.
 */
function unformatted(text: string): string {
  return text
    .replaceAll('*', '\u2217')
    .replaceAll('~', '\u223C')
    .replaceAll('`', '\u2019')
    .replaceAll(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => '\u02CD'.repeat(run.length))
}

/** The text cut by whole characters, never within a surrogate pair. */
export function clip(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
