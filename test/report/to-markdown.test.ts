import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ACTIONS, readOnly } from '../../src/domain/action.ts'
import { toMarkdown } from '../../src/report/to-markdown.ts'
import { arbitraryResult } from './arbitrary-result.ts'
import { TERMINAL_CONTROLS } from './terminal-controls.ts'
import { DIAGNOSIS, RESULT, resultWith } from './worked-incident.ts'

describe('toMarkdown', () => {
  it('writes the worked incident down', async () => {
    await expect(toMarkdown(RESULT)).toMatchFileSnapshot('golden/worked-incident.md')
  })

  it('shows markup from outside as text', () => {
    const title = '<img src=x> [a](http://evil) @here `x` | y'
    const text = toMarkdown(resultWith({ headline: { ...DIAGNOSIS.headline, title } }))
    const head = text.split('\n')[0] ?? ''
    expect(head).not.toMatch(/(?<!\\)[<[`|]|http:\/\/|@here/)
  })

  it('holds a command with backticks in one code span', () => {
    const actions = { ...NO_ACTIONS, now: [readOnly('look', 'echo `date` ``')] }
    expect(toMarkdown(resultWith({ actions }))).toContain('- [ ] look (read-only): ``` echo `date` `` ```')
  })

  it('cannot be closed early by a query', () => {
    const path = [{ ...DIAGNOSIS.path[0], readings: [{ ...DIAGNOSIS.path[0]?.readings[0], query: 'up\n```\n# Hi' }] }]
    const text = toMarkdown(resultWith({ path } as Partial<typeof DIAGNOSIS>))
    expect(text).toContain('````promql\nup ``` # Hi\n````')
  })

  it('obeys no text from outside', () => {
    fc.assert(
      fc.property(arbitraryResult, (result) => {
        expect(toMarkdown(result)).not.toMatch(TERMINAL_CONTROLS)
      }),
      { numRuns: 100 },
    )
  })
})
