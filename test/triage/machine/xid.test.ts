import { describe, expect, it } from 'vitest'
import { newHardwareXid } from '../../../src/triage/machine/xid.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'

function answer(xid: ToldOrAbsent, clock: ToldOrAbsent = AT_WORK['gpu_clock'] ?? {}): string {
  const evidence = anEvidence({ ...AT_WORK, gpu_xid: xid, gpu_clock: clock })
  const key = { instance: 'a' }
  expect(newHardwareXid.evaluate(evidence, key).answer).toBe(newHardwareXid.answer(evidence, key))
  return newHardwareXid.answer(evidence, key)
}

describe('newHardwareXid', () => {
  it.each([
    ['none', [0, 0], 'no'],
    ['one of hardware that was not there', [79, 0], 'yes'],
    ['another than before', [79, 94], 'yes'],
    ['the one of before', [79, 79], 'no'],
    ["an application's", [13, 0], 'no'],
    ['what a killed process leaves', [45, 0], 'no'],
    ['a number of which nothing is known', [999, 0], 'no'],
  ] as const)('of %s', (_, [now, before], expected) => {
    expect(answer({ now, rows: { a: [now, before] } })).toBe(expected)
  })

  it('is new where an exporter shows the first one only, and was there before', () => {
    expect(answer({ now: 79, rows: { a: 79 } })).toBe('yes')
  })

  it('is unknown where nothing of the GPU was read before', () => {
    expect(answer({ now: 79, rows: { a: 79 } }, { now: 1980, rows: { a: 1980 } })).toBe('unknown')
    expect(answer({ now: 79, rows: { a: 79 } }, 'timeout')).toBe('unknown')
  })

  it('is unknown where it is not read', () => {
    expect(answer('not_exposed')).toBe('unknown')
    expect(answer({ now: 0, rows: { a: 'bad_answer' } })).toBe('unknown')
  })
})
