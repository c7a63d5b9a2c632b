import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/triage/decide.ts'
import { treeToText } from '../../../src/triage/print/text.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

describe('treeToText', () => {
  it('is the tree in the file beside this test', async () => {
    await expect(`${treeToText()}\n`).toMatchFileSnapshot('tree.txt')
  })

  it('fits on one screen', () => {
    expect(treeToText().split('\n').length).toBeLessThan(50)
  })

  it('marks what was answered, and leaves unmarked what was not asked', () => {
    const steps_recent = { now: 120, rows: { ...onEach(40), b: 0 } }
    const generation_recent = { now: 1500, rows: { ...onEach(500), b: 0 } }
    const { gpu_clock: _, ...rest } = AT_WORK
    const lines = treeToText(decide(anEvidence({ ...rest, steps_recent, generation_recent }))).split('\n')
    expect(lines.find((line) => line.includes('engine.hang'))).toContain('[✓ yes]')
    expect(lines.find((line) => line.includes('Do requests wait?'))).toContain('[✗ no]')
    expect(lines.find((line) => line.includes('sched.max_num_seqs'))).not.toContain('[')
  })
})
