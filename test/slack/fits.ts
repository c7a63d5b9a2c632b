import { expect } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import { areTooLong } from '../../src/sandbox/slack/blocks/size.ts'
import { validateBlocks } from '../../src/sandbox/slack/blocks/validate-blocks.ts'
import { activeInMessage } from '../../src/sandbox/slack/mentions/message.ts'

/** A name that means no good: mentions, links, marks, what turns letters round, half a character and what nobody sees. */
export const EVIL =
  '<!channel> <@U12345678> <http://evil.example|Grafana> [x](http://evil.example) @here ```\u202E\u05E9\u05DC\u05D5\u05DD*_~`&amp;😀👩‍👩‍👧\uD83D\u200B'

/** Slack takes it, and it pings nobody and leads nowhere but to the team's own pages. */
export function expectFit({ text, blocks }: SlackMessage): void {
  expect(validateBlocks(blocks, 'message')).toEqual([])
  expect(areTooLong(blocks)).toBe(false)
  expect(text.length).toBeGreaterThan(0)
  expect(text.length).toBeLessThan(4000)
  const { mentions, links } = activeInMessage({ text, blocks, attachments: [], parse: 'none', linkNames: false })
  expect(mentions).toEqual([])
  const pages = links.filter(({ url }) => !TEAM_PAGES.some((page) => url.startsWith(page)))
  expect(pages).toEqual([])
}

/** Where the team's own buttons lead. */
const TEAM_PAGES = ['https://p.example/graph', 'https://g.example/d/x?from=']
