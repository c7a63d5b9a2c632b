import type { Block } from '../domain/post.ts'
import { toIso, unixSeconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { clip, cleanText } from './render-escape.ts'
import { EN } from './strings/en.ts'

/** A piece of a line. Rich text is never parsed by Slack, so text from outside stays text. */
export type Piece = Readonly<Record<string, unknown>>

const LONGEST_PIECE = 700
/** Slack gives no number for preformatted text; sections hold 3,000 characters, and so does this. */
const LONGEST_BLOCK = 2900

export function say(text: string): Piece {
  return { type: 'text', text: shown(text, LONGEST_PIECE) }
}

export function bold(text: string): Piece {
  return { type: 'text', text: shown(text, LONGEST_PIECE), style: { bold: true } }
}

export function italic(text: string): Piece {
  return { type: 'text', text: shown(text, LONGEST_PIECE), style: { italic: true } }
}

/** A link of the team's own, under words of ours. */
export function linked(text: string, url: string): Piece {
  return { type: 'link', url, text: shown(text, LONGEST_PIECE) }
}

/** A time of day in the reader's own zone. */
export function clock(at: number): Piece {
  const timestamp = Math.round(at)
  return { type: 'date', timestamp, format: '{time}', fallback: toIso(unixSeconds(timestamp)) }
}

/** Slack refuses an empty text. */
function shown(text: string, most: number): string {
  const kept = clip(cleanText(text), most)
  return kept === '' ? ' ' : kept
}

/** Lines one under the other. */
export function paragraph(...lines: readonly (readonly Piece[])[]): Block {
  const elements = lines.map((pieces, index) => ({
    type: 'rich_text_section',
    elements: index < lines.length - 1 ? [...pieces, { type: 'text', text: '\n' }] : pieces,
  }))
  return { type: 'rich_text', elements }
}

/** Aligned lines; what does not fit is counted. */
export function preformatted(lines: readonly string[], speak: Speak): Block {
  let text = ''
  let used = 0
  for (const line of lines) {
    const next = `${used === 0 ? '' : '\n'}${cleanText(line)}`
    if (text.length + next.length > LONGEST_BLOCK) break
    text += next
    used += 1
  }
  const more = lines.length > used ? `\n${speak(EN.details.more(lines.length - used))}` : ''
  const elements = [{ type: 'text', text: `${text}${more}` || ' ' }]
  return { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] }
}

export function list(style: 'ordered' | 'bullet', items: readonly (readonly Piece[])[]): Block {
  const elements = items.map((pieces) => ({ type: 'rich_text_section', elements: pieces }))
  return { type: 'rich_text', elements: [{ type: 'rich_text_list', style, elements }] }
}

export function footnote(text: string): Block {
  return { type: 'context', elements: [{ type: 'plain_text', text: shown(text, 1500), emoji: false }] }
}

/** Somebody in Slack, by the name that each reader knows them by. */
export function person(user: string): Piece {
  return /^[UW][A-Z0-9]+$/u.test(user) ? { type: 'user', user_id: user } : say(user)
}
