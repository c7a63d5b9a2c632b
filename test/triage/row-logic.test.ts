import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/diagnosis.ts'
import type { AbsentReason } from '../../src/domain/reading.ts'
import { gpuPowerDraw, gpuTemp } from '../../src/signals/gpu.ts'
import { eitherOf, firstTold, orWhere, rowNot } from '../../src/triage/row-logic.ts'
import { rowAbove } from '../../src/triage/row-tests.ts'
import type { RowTest } from '../../src/triage/row-tests.ts'
import { anEvidence } from '../support/evidence.ts'

const first = rowAbove(gpuTemp, 80)
const second = rowAbove(gpuPowerDraw, 300)
const KEY = { instance: 'a' }

type Said = 'yes' | 'no' | AbsentReason

function answer(test: RowTest, one: Said, other: Said): Answer {
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
  expect(outcome.rows).toEqual(outcome.answer === 'yes' ? [KEY] : [])
  return outcome.answer
}

describe('firstTold', () => {
  const test = firstTold(first, second)

  it.each<readonly [Said, Said, Answer]>([
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
  it.each<readonly [Said, Said, Answer]>([
    ['no', 'yes', 'yes'],
    ['timeout', 'yes', 'yes'],
    ['no', 'timeout', 'unknown'],
    ['no', 'no', 'no'],
  ])('of %s and %s is %s', (one, other, expected) => {
    expect(answer(eitherOf(first, second), one, other)).toBe(expected)
  })
})

describe('orWhere', () => {
  it.each<readonly [Said, Said, Answer]>([
    ['no', 'yes', 'yes'],
    ['no', 'timeout', 'no'],
    ['timeout', 'no', 'unknown'],
    ['timeout', 'yes', 'yes'],
    ['yes', 'no', 'yes'],
  ])('of %s and the sign %s is %s', (one, other, expected) => {
    expect(answer(orWhere(first, second), one, other)).toBe(expected)
  })
})

describe('rowNot', () => {
  it.each<readonly [Said, Answer]>([
    ['yes', 'no'],
    ['no', 'yes'],
    ['timeout', 'unknown'],
  ])('of %s is %s', (said, expected) => {
    expect(answer(rowNot(first), said, 'no')).toBe(expected)
  })
})
