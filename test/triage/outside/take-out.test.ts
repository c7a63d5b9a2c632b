import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { putBack, takeOut } from '../../../src/triage/outside/take-out.ts'
import { say } from '../../../src/domain/text.ts'
import { anEvidence } from '../../support/evidence.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'

function advised(readings: Readonly<Record<string, ToldOrAbsent>>, ill: readonly string[]): readonly string[] {
  const outcome = {
    answer: 'yes' as const,
    used: [],
    rows: ill.map((instance) => ({ instance })),
    missing: [],
  }
  const at = { evidence: anEvidence(readings), outcome }
  return [...takeOut(at), ...putBack(at, say`Put back`)].map(({ kind, text }) => `${kind}: ${inEnglish(text)}`)
}

describe('taking instances out of the balancer', () => {
  it.each([
    ['one of several', { up: { now: 3, rows: { a: 1, b: 1, c: 1 } } }, ['a'], 'Take a out of the balancer'],
    ['of several of which one is known by its engine', { running: { rows: { a: 1, b: 1 } } }, ['a'], 'Take a out'],
    ['of several without a name', { up: { now: 3 } }, ['a'], 'Take a out'],
  ] as const)('is advised of %s', (_, readings, ill, text) => {
    const [out = '', back] = advised(readings, ill)
    expect(out).toContain(`reversible: ${text}`)
    expect(back).toBe('reversible: Put back')
  })

  it.each([
    ['the only one', { up: { now: 1, rows: { a: 1 } } }, ['a'], 'Leave it in'],
    ['all there are', { up: { now: 2, rows: { a: 1, b: 1 } }, running: { rows: { a: 3, b: 3 } } }, ['a', 'b'], 'Leave'],
    ['all that are up', { up: { now: 1, rows: { a: 1, b: 0 } }, running: { rows: { a: 3, b: 3 } } }, ['a'], 'Leave'],
    ['what nobody counted', {}, ['a', 'b'], 'Leave them in the balancer, or take out one at a time'],
  ] as const)('is not advised of %s', (_, readings, ill, text) => {
    const texts = advised(readings, ill)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`read-only: ${text}`)
  })
})
