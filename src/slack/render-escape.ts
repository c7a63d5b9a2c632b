import { plain } from '../report/plain-text.ts'

/**
 * Text from outside for a field that Slack parses: `&`, `<` and `>` are escaped as Slack asks, so no mention and no link
 * can be made of it; terminal and direction marks are gone. (docs.slack.dev, formatting message text)
 *
 * @param most characters kept, counted before escaping; an ellipsis says that some were cut
 */
export function escapeText(text: string, most = 300): string {
  return clip(plain(text), most).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The text cut by whole characters, never within a surrogate pair. */
export function clip(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
