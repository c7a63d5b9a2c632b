import type { SlackMessage } from '../../src/domain/post.ts'

/** The words of a message as they stand under each other. */
export function textOf({ blocks }: SlackMessage): string {
  const wordsOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(wordsOf).join('')
    if (typeof value !== 'object' || value === null) return ''
    const { type, text, fallback, elements } = value as Record<string, unknown>
    const own = typeof text === 'string' ? text : `${wordsOf(text)}${type === 'date' ? String(fallback) : ''}`
    const isLine = type === 'rich_text_section' || type === 'rich_text_preformatted' || type === 'context'
    return `${own}${wordsOf(elements)}${isLine ? '\n' : ''}`
  }
  return blocks
    .map(wordsOf)
    .join('\n')
    .replaceAll(/\n{2,}/gu, '\n')
    .trimEnd()
}
