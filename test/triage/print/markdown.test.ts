import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../src/triage/print/pages.ts'
import { treeToMarkdown } from '../../../src/triage/print/markdown.ts'
import { TREE } from '../../../src/triage/tree.ts'

const PRINTED = treeToMarkdown()
const PAGES = pagesOf(TREE)

describe('treeToMarkdown', () => {
  it('is the runbook in the file beside this test', async () => {
    await expect(`${PRINTED}\n`).toMatchFileSnapshot('runbook.md')
  })

  it('says nothing of numbers that nobody has read', () => {
    expect(PRINTED).not.toMatch(/undefined|NaN|\[object|not read \(|many times/)
  })

  it('links to headings only, and to each of them', () => {
    const headings = PRINTED.split('\n').flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
    const anchors = new Set(headings.map(githubAnchor))
    expect(anchors.size).toBe(headings.length)
    const linked = [...PRINTED.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor ?? '')
    for (const anchor of linked) expect(anchors).toContain(anchor)
    for (const { id } of PAGES) expect(linked).toContain(id)
  })

  it.each(PAGES.map((page) => [page.id, page] as const))('has all of the page of %s', (id, { runbook }) => {
    const [page = ''] = PRINTED.split(`\n## ${id}\n`).slice(1)
    const [own = ''] = page.split('\n## ')
    for (const part of ['**What it means:**', '**How to check it by hand**', '**What to do**', '**What not to do**']) {
      expect(own).toContain(part)
    }
    expect(own.split('\n').filter((line) => line.startsWith('- ')).length).toBeGreaterThanOrEqual(
      runbook.check.length + runbook.avoid.length,
    )
  })

  it('leaves no markup of ours open and no pipe to a table', () => {
    for (const line of PRINTED.split('\n')) {
      const words = line
        .replace(/^## .*/, '')
        .replaceAll(/\]\(#\w+\)/g, '')
        .replaceAll(/`[^`]*`|\\./g, '')
      expect(words, `in ${line}`).not.toMatch(/[<>|`_~]|(?<!\*)\*(?!\*)/)
    }
  })
})

/** As GitHub makes it of a heading: in small letters, without punctuation but `-` and `_`, and with `-` for a space. */
function githubAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
