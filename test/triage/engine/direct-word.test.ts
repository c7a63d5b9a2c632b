import { describe, expect, it } from 'vitest'
import type { AbsentReason } from '../../../src/domain/reading.ts'
import { isDown } from '../../../src/triage/engine/direct-word.ts'
import { instanceDown } from '../../../src/triage/branches/instance-down.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'
import { anEvidence } from '../../support/evidence.ts'

const C = { instance: 'c' }
const unread: AbsentReason = 'timeout'

function one(value: number | AbsentReason): ToldOrAbsent {
  return { now: 1, rows: { c: value } }
}

describe('an instance is down', () => {
  it.each([
    { told: 'its scrape works', up: 1, serving: 0, answer: 'no' },
    { told: 'its scrape fails and nobody asked it', up: 0, serving: 'not_configured', answer: 'yes' },
    { told: 'its scrape fails and it is silent', up: 0, serving: 0, answer: 'yes' },
    { told: 'its scrape fails and it answers', up: 0, serving: 1, answer: 'no' },
    { told: 'its scrape fails and its answer was not read', up: 0, serving: unread, answer: 'unknown' },
    { told: 'it is no target and silent', up: 'no_samples', serving: 0, answer: 'yes' },
    { told: 'it is no target and answers', up: 'no_samples', serving: 1, answer: 'no' },
    { told: 'its scrape was not read and it is silent', up: unread, serving: 0, answer: 'yes' },
    { told: 'its scrape was not read and it answers', up: unread, serving: 1, answer: 'unknown' },
    { told: 'neither was read', up: unread, serving: unread, answer: 'unknown' },
  ] as const)('where $told: $answer', ({ up, serving, answer }) => {
    const evidence = anEvidence({ up: one(up), serving: one(serving) })
    expect([isDown.answer(evidence, C), isDown.evaluate(evidence, C).answer]).toEqual([answer, answer])
  })

  it.each([
    ['a gauge of this moment, of any of its engines', { running: { now: 4, rows: { 'c/0': 2, 'c/1': 2 } } }],
    ['steps of the last two minutes', { steps_recent: one(3) }],
  ])('unknown where its scrape was not read, but %s', (_, told: Readonly<Record<string, ToldOrAbsent>>) => {
    expect(isDown.answer(anEvidence({ up: unread, serving: one(0), ...told }), C)).toBe('unknown')
  })
})

describe('of a fleet whose targets are all up', () => {
  const up = { now: 2, rows: { a: 1, b: 1 } }

  it.each([
    ['not_configured', 'no'],
    ['timeout', 'unknown'],
    ['unreachable', 'unknown'],
  ] as const)('with the direct answers %s: %s, since who is asked directly need not be a target', (serving, answer) => {
    expect(instanceDown.when.evaluate(anEvidence({ up, serving })).answer).toBe(answer)
  })
})
