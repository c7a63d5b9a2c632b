import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { branchesOf } from '../../../src/triage/node.ts'
import { treeToMermaid } from '../../../src/triage/print/mermaid.ts'
import { TREE } from '../../../src/triage/tree.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

describe('treeToMermaid', () => {
  it('is the chart in the file beside this test', async () => {
    await expect(`${treeToMermaid()}\n`).toMatchFileSnapshot('tree.mmd')
  })

  it('has an arrow to each conclusion', () => {
    const chart = treeToMermaid()
    for (const { id, conclude } of [...TREE.causes, ...TREE.calm].flatMap(branchesOf)) {
      expect(chart).toContain(`${id} -->|yes| ${id}_leaf["${conclude.cause}"]`)
    }
  })

  it('colours the path of a diagnosis', () => {
    expect(treeToMermaid(decide(anEvidence(AT_WORK), inEnglish))).toContain(':::yes')
  })
})
