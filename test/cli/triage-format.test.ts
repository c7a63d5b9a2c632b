import { describe, expect, it } from 'vitest'
import { formatTriage } from '../../src/cli/triage-format.ts'
import { validateBlocks } from '../../src/sandbox/slack/blocks/validate-blocks.ts'
import { RESULT } from '../report/worked-incident.ts'
import { NOW } from './capture.ts'

const io = { out: () => undefined, err: () => undefined, colour: false, columns: 60, now: () => NOW }

describe('formatTriage', () => {
  it('keeps to the terminal it is given', () => {
    const lines = formatTriage(RESULT, 'text', io).split('\n')
    // Commands and tables are for pasting and are not wrapped.
    expect(Math.max(...lines.slice(0, 8).map((line) => line.length))).toBeLessThanOrEqual(60)
  })

  it('gives blocks that Slack would take', () => {
    const { text, blocks } = JSON.parse(formatTriage(RESULT, 'blocks', io)) as { text: string; blocks: unknown[] }
    expect(text).toContain('10.0.1.22:8000 takes 78 % of arrivals')
    expect(blocks.length).toBeGreaterThan(2)
    expect(validateBlocks(blocks, 'message')).toEqual([])
  })
})
