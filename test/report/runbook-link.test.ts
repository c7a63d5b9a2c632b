import { describe, expect, it } from 'vitest'
import { runbookLink } from '../../src/report/runbook-link.ts'
import { toMarkdown } from '../../src/report/to-markdown.ts'
import { toText } from '../../src/report/to-text.ts'
import { RESULT } from './worked-incident.ts'

const LINKED = { ...RESULT, runbookUrl: 'https://wiki.example/run_book(1).md?a=*b*' }
const LINK = 'https://wiki.example/run_book(1).md?a=*b*#queue_skew'

describe('runbookLink', () => {
  it('is the page of the headline', () => {
    expect(runbookLink(LINKED)).toBe(LINK)
  })

  it('is none where the team has not said where the runbook is', () => {
    expect(runbookLink(RESULT)).toBeUndefined()
    expect(toText(RESULT)).not.toMatch(/Runbook/)
    expect(toMarkdown(RESULT)).not.toMatch(/Runbook/)
  })

  it('stands whole in a terminal, however narrow', () => {
    expect(toText(LINKED, { width: 40 }).split('\n')).toContain(`Runbook      ${LINK}`)
  })

  it('can be followed from Markdown', () => {
    expect(toMarkdown(LINKED)).toContain(`- Runbook: <${LINK}>\n`)
  })
})
