import { describe, expect, it } from 'vitest'
import { INCONCLUSIVE_RUNBOOK } from '../../src/triage/diagnosis/inconclusive.ts'
import type { Node, Runbook } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'

const PAGES: readonly (readonly [id: string, runbook: Runbook])[] = [
  ...[...TREE.causes, ...TREE.calm].flatMap(pagesOf),
  ['inconclusive', INCONCLUSIVE_RUNBOOK],
]

function pagesOf(node: Node): readonly (readonly [string, Runbook])[] {
  if (node.kind === 'branch') return [[node.id, node.runbook]]
  const own = node.otherwise === undefined ? [] : [[node.id, node.otherwise.runbook] as const]
  return [...node.members.flatMap(pagesOf), ...own]
}

describe('a page of the runbook', () => {
  it('is there for every conclusion, each under a name of its own', () => {
    const ids = PAGES.map(([id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(PAGES)('of %s says what it means, how to check it and what not to do', (_, { means, check, avoid }) => {
    expect(means.length).toBeGreaterThan(80)
    expect(check.length).toBeGreaterThan(0)
    expect(avoid.length).toBeGreaterThan(0)
    expect(new Set([...check, ...avoid]).size).toBe(check.length + avoid.length)
  })

  it.each(PAGES)('of %s says how to check it in words and in something to type or to look for', (_, { check }) => {
    for (const line of check) expect(line.trim()).toBe(line)
    expect(check.some((line) => /`[^`]+`/.test(line))).toBe(true)
  })

  it.each(PAGES)('of %s closes each code that it opens, and each bracket in it', (_, { means, check, avoid }) => {
    for (const line of [means, ...check, ...avoid]) {
      const parts = line.split('`')
      expect(parts.length % 2, `in ${line}`).toBe(1)
      for (const code of parts.filter((__, index) => index % 2 === 1)) {
        expect(code.split('(').length, `in ${code}`).toBe(code.split(')').length)
        expect(code.split('{').length, `in ${code}`).toBe(code.split('}').length)
      }
    }
  })

  it.each(PAGES)('of %s writes names of metrics and flags as code', (_, { means, check, avoid }) => {
    for (const line of [means, ...check, ...avoid]) {
      const words = line.split('`').filter((__, index) => index % 2 === 0)
      expect(words.join(' ')).not.toMatch(/vllm:|DCGM_|--\w/)
    }
  })
})
