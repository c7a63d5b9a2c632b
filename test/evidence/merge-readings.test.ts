import { describe, expect, it } from 'vitest'
import { type Reading, absent, present } from '../../src/domain/reading.ts'
import { mergeReadings } from '../../src/evidence/merge-readings.ts'

function reading(source: string, fleet: number | undefined): Reading {
  return {
    status: 'present',
    signal: 'waiting',
    source,
    names: [],
    query: '',
    partial: false,
    fleet: fleet === undefined ? absent('no_traffic') : present(fleet),
    baselines: {},
    rows: [],
  }
}
const gone = (reason: 'timeout' | 'not_configured'): Reading => ({ status: 'absent', signal: 'waiting', reason })
const by = (source: string, one: Reading) => ({ source, reading: one })

describe('mergeReadings', () => {
  it('has nothing of nobody', () => {
    expect(mergeReadings([])).toBeUndefined()
  })

  it.each([
    ['a value over an absent reading', [by('a', gone('timeout')), by('b', reading('b', 1))], 'b'],
    ['a fleet value over rows only', [by('a', reading('a', undefined)), by('b', reading('b', 1))], 'b'],
    ['the first of two', [by('a', reading('a', 1)), by('b', reading('b', 1))], 'a'],
    ['rows only over an absent reading', [by('a', gone('timeout')), by('b', reading('b', undefined))], 'b'],
  ])('takes %s', (_, witnesses, source) => {
    expect(mergeReadings(witnesses)?.reading).toMatchObject({ source })
  })

  it('takes the reason that tells more', () => {
    expect(mergeReadings([by('a', gone('not_configured')), by('b', gone('timeout'))])?.reading).toEqual(gone('timeout'))
  })

  it.each([
    [10, 10.9, []],
    [10, 11.2, ['waiting: b says 11.2, a says 10, which is used']],
    [0, 0, []],
    [0, 1, ['waiting: b says 1, a says 0, which is used']],
  ])('compares %d with %d', (one, two, notes) => {
    const merged = mergeReadings([by('a', reading('a', one)), by('b', reading('b', two))])
    expect(merged?.contradictions.map(({ note }) => note)).toEqual(notes)
  })
})
