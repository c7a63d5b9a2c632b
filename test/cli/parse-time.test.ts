import { describe, expect, it } from 'vitest'
import { parseTime } from '../../src/cli/parse-time.ts'

describe('parseTime', () => {
  it.each([
    ['2026-11-29T14:02:00Z', 1_795_960_920],
    ['2026-11-29 14:02Z', 1_795_960_920],
    ['2026-11-29T15:02:00+01:00', 1_795_960_920],
    ['2026-11-29t14:02:00.5z', 1_795_960_920.5],
    ['1795960920', 1_795_960_920],
  ])('reads %s', (text, expected) => {
    expect(parseTime(text, '--at')).toBe(expected)
  })

  it.each([
    'yesterday',
    '',
    '2026-11-29T14:02:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '14:02',
    '12',
    'NaN',
    '1e9',
  ])('refuses %s and says how to write it', (text) => {
    expect(() => parseTime(text, '--at')).toThrow(`--at "${text}" is not a time; write it like 2026-11-29T14:02:00Z`)
  })
})
