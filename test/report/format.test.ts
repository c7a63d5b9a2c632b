import { describe, expect, it } from 'vitest'
import type { ShownUnit } from '../../src/domain/quantity.ts'
import type { Measure } from '../../src/domain/reading.ts'
import { absent, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { formatClock, formatDuration, showBare, showCell, showMeasure } from '../../src/report/format.ts'

describe('format', () => {
  it.each<readonly [Measure, ShownUnit, string]>([
    [present(8), 'seconds', '8.0 s'],
    [present(0.78), 'ratio', '78 %'],
    [present(1200), 'tokens/s', '1.2k tokens/s'],
    [present(41), 'requests', '41 requests'],
    [present(0), 'requests', '0 requests'],
    [{ status: 'present', value: 10, bound: 'at_least' } as const, 'seconds', '≥ 10.0 s'],
    [absent('not_exposed'), 'requests', 'not read (not exposed)'],
    [present(NaN), 'requests', 'not read (bad answer)'],
  ])('shows %j in %s as %s', (measure, unit, expected) => {
    expect(showMeasure(measure, unit, inEnglish)).toBe(expected)
  })

  it.each<readonly [Measure, ShownUnit, string]>([
    [present(41), 'requests', '41'],
    [present(1), 'requests', '1'],
    [present(2.5), 'requests/s', '2.5'],
    [present(1), 'requests/s', '1'],
    [present(0.78), 'ratio', '78 %'],
    [present(8), 'seconds', '8.0 s'],
    [present(12), 'tokens/s', '12 tokens/s'],
    [absent('stale'), 'requests', 'not read (stale)'],
  ])('shows %j in %s without what is counted as %s', (measure, unit, expected) => {
    expect(showBare(measure, unit, inEnglish)).toBe(expected)
  })

  it('shows a dash in a cell that has no number', () => {
    expect(showCell(absent('stale'), 'requests', inEnglish)).toBe('–')
    expect(showCell(present(Infinity), 'requests', inEnglish)).toBe('–')
  })

  it.each([
    [40, '40 s'],
    [360, '6 min'],
    [5400, '1 h 30 min'],
    [7200, '2 h'],
    [3600 * 76, '3 d 4 h'],
    [-5, '0 s'],
  ])('says %i seconds as %s', (seconds, expected) => {
    expect(formatDuration(seconds)).toBe(expected)
  })

  it('gives the time of day in UTC', () => {
    expect(formatClock(unixSeconds(Date.parse('2026-11-29T14:02:59Z') / 1000))).toBe('14:02')
  })
})
