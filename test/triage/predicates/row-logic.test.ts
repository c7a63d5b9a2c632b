import { describe, expect, it } from 'vitest'
import type { Belief } from '../../../src/triage/predicates/belief.ts'
import { countsAsYes } from '../../../src/triage/predicates/belief.ts'
import type { AbsentReason } from '../../../src/domain/reading.ts'
import { gpuPowerDraw, gpuTemp } from '../../../src/signals/gpu.ts'
import { eitherOf, rowFirstKnown, rowNot, rowWhereThere } from '../../../src/triage/predicates/row-logic.ts'
import { rowAbove, together } from '../../../src/triage/predicates/row-tests.ts'
import type { RowTest } from '../../../src/triage/predicates/row-tests.ts'
import { anEvidence } from '../../support/evidence.ts'

const first = rowAbove(gpuTemp, 80)
const second = rowAbove(gpuPowerDraw, 300)
const KEY = { instance: 'a' }

type Said = 'yes' | 'no' | AbsentReason

function answer(test: RowTest, one: Said, other: Said): Belief {
  const told = (said: Said, yes: number): number | AbsentReason => {
    if (said === 'yes') return yes
    return said === 'no' ? 0 : said
  }
  const evidence = anEvidence({
    gpu_temperature: { rows: { a: told(one, 90) } },
    gpu_power: { rows: { a: told(other, 400) } },
  })
  const outcome = test.evaluate(evidence, KEY)
  expect(outcome.answer).toBe(test.answer(evidence, KEY))
  expect(outcome.rows).toEqual(countsAsYes(outcome.answer) ? [KEY] : [])
  return outcome.answer
}

describe('rowFirstKnown', () => {
  const test = rowFirstKnown(first, second)

  it.each<readonly [Said, Said, Belief]>([
    ['yes', 'no', 'yes'],
    ['no', 'yes', 'no'],
    ['not_exposed', 'yes', 'yes'],
    ['not_exposed', 'no', 'no'],
    ['no_samples', 'yes', 'yes'],
    // It is there and could not be read: nobody knows what it would have said.
    ['timeout', 'yes', 'unknown'],
    ['bad_answer', 'no', 'unknown'],
    ['not_exposed', 'not_exposed', 'unknown'],
    ['not_exposed', 'timeout', 'unknown'],
  ])('of %s and %s is %s', (one, other, expected) => {
    expect(answer(test, one, other)).toBe(expected)
  })

  it('reads all, and says in which order', () => {
    expect(test.reads).toEqual([gpuTemp, gpuPowerDraw])
    expect(test.text).toBe(`${first.text} (else ${second.text})`)
  })
})

describe('eitherOf', () => {
  it.each<readonly [Said, Said, Belief]>([
    ['no', 'yes', 'yes'],
    ['timeout', 'yes', 'yes'],
    ['no', 'timeout', 'unknown'],
    ['no', 'no', 'no'],
  ])('of %s and %s is %s', (one, other, expected) => {
    expect(answer(eitherOf(first, second), one, other)).toBe(expected)
  })
})

describe('rowWhereThere', () => {
  it.each<readonly [Said, Belief]>([
    ['yes', 'yes'],
    ['no', 'no'],
    ['not_exposed', 'unseen'],
    ['no_samples', 'unseen'],
    ['timeout', 'unknown'],
  ])('of %s is %s', (said, expected) => {
    expect(answer(rowWhereThere(first), said, 'no')).toBe(expected)
  })

  it('counts for nothing in eitherOf, and leaves it open where it could not be read', () => {
    const test = eitherOf(first, rowWhereThere(second))
    expect(answer(test, 'no', 'not_exposed')).toBe('no')
    expect(answer(test, 'no', 'timeout')).toBe('unknown')
    expect(answer(test, 'yes', 'timeout')).toBe('yes')
    expect(answer(test, 'timeout', 'not_exposed')).toBe('unknown')
  })

  it('speaks against nothing where it is lacking', () => {
    expect(answer(rowNot(rowWhereThere(first)), 'not_exposed', 'no')).toBe('unopposed')
    expect(answer(together(second, rowNot(rowWhereThere(first))), 'not_exposed', 'yes')).toBe('yes')
    expect(answer(together(second, rowNot(rowWhereThere(first))), 'timeout', 'yes')).toBe('unknown')
  })
})

describe('rowNot', () => {
  it.each<readonly [Said, Belief]>([
    ['yes', 'no'],
    ['no', 'yes'],
    ['timeout', 'unknown'],
  ])('of %s is %s', (said, expected) => {
    expect(answer(rowNot(first), said, 'no')).toBe(expected)
  })
})
