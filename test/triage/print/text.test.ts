import { inEnglish } from '../../../src/domain/text.ts'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/triage/decide.ts'
import { treeToText, trunkToText } from '../../../src/triage/print/text.ts'
import { branchesOf } from '../../../src/triage/node.ts'
import { TREE } from '../../../src/triage/tree.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

describe('treeToText', () => {
  it('is the tree in the file beside this test', async () => {
    await expect(`${treeToText()}\n`).toMatchFileSnapshot('tree.txt')
  })

  it('marks what was answered, and counts what was not asked', () => {
    const steps_recent = { now: 120, rows: { ...onEach(40), b: 0 } }
    const generation_recent = { now: 1500, rows: { ...onEach(500), b: 0 } }
    const { gpu_clock: _, ...rest } = AT_WORK
    const lines = treeToText(decide(anEvidence({ ...rest, steps_recent, generation_recent }), inEnglish)).split('\n')
    expect(lines.find((line) => line.includes('→ engine.hang  '))).toContain('[✓ yes]')
    expect(lines.find((line) => line.includes('Do requests wait?'))).toMatch(/\[✗ no\], so \d+ questions not asked$/)
    expect(lines.find((line) => line.includes('sched.max_num_seqs'))).toBeUndefined()
    expect(lines.at(-1)).toMatch(/^No cause found\? {2}\[✗ no\], so \d+ questions not asked$/)
  })
})

describe('trunkToText', () => {
  it('fits on one screen', () => {
    const lines = trunkToText().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('has every question of the trunk in its order, and how many stand behind it', () => {
    const asked = trunkToText().split('\n').slice(1, -1)
    expect(asked.map((line) => line.slice(3))).toEqual(
      TREE.causes.map((node) =>
        node.kind === 'branch'
          ? `${inEnglish(node.ask)} → ${node.conclude.cause}`
          : `${inEnglish(node.ask)} (${branchesOf(node).length} questions)`,
      ),
    )
  })
})
