import { activeInMrkdwn } from './mrkdwn.ts'
import { together } from './mention.ts'
import type { Active } from './mention.ts'

const LABELLED = /!?\[([^\]]*)\]\(\s*<?([^\s)>]+)>?[^)]*\)/g

/** What is alive in the text of a markdown block: markdown's own links besides Slack's markup. */
export function activeInMarkdown(text: string, at: string): Active {
  const links = [...text.matchAll(LABELLED)].map(([, label = '', url = '']) => ({
    at,
    by: 'markup' as const,
    url,
    label,
  }))
  const rest = text.replaceAll(LABELLED, ' ')
  return together([{ mentions: [], links }, activeInMrkdwn(rest, at, { links: true, names: true })])
}
