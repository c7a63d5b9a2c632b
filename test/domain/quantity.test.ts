import { describe, expect, it } from 'vitest'
import type { ShownUnit } from '../../src/domain/quantity.ts'
import { formatMeasure, formatQuantity } from '../../src/domain/quantity.ts'
import { absent, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'

describe('formatQuantity', () => {
  it.each<readonly [number, ShownUnit, string]>([
    [8.04, 'seconds', '8.0 s'],
    [0.053, 'seconds', '53 ms'],
    [0.0042, 'seconds', '4.2 ms'],
    [0.2, 'seconds', '0.2 s'],
    [0, 'seconds', '0.0 s'],
    [123.4, 'seconds', '123 s'],
    [720, 'seconds', '12 min'],
    [2_000_000, 'seconds', '556 h'],
    [600_000_000_000, 'requests', '600.0G requests'],
    [2e12, 'tokens', '2.0T tokens'],
    [1e21, 'tokens', '1.0e21 tokens'],
    [900_000, 'ratio', '90.0M %'],
    [0.0002, 'ratio', '< 0.1 %'],
    [0.784, 'ratio', '78 %'],
    [0.004, 'ratio', '0.4 %'],
    [0, 'ratio', '0 %'],
    [41, 'requests', '41 requests'],
    [1, 'requests', '1 request'],
    [1, 'requests/s', '1 request/s'],
    [1234, 'tokens/s', '1.2k tokens/s'],
    [2.34, 'requests/s', '2.3 requests/s'],
    [0.25, 'requests/s', '0.25 requests/s'],
    [1980.4, 'MHz', '1980 MHz'],
    [23.52, 'GiB', '24 GiB'],
    [61.6, '°C', '62 °C'],
    [1, 'times', '1 ×'],
    [0.5, 'cores', '0.50 cores'],
    [79, 'code', '79'],
    [1019, 'code', '1019'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(inEnglish(formatQuantity(value, unit))).toBe(text)
  })
})

describe('formatMeasure', () => {
  it('says why there is no number', () => {
    expect(inEnglish(formatMeasure(absent('not_exposed'), 'seconds'))).toBe('not read (not exposed)')
    expect(inEnglish(formatMeasure(absent('http_503'), 'seconds'))).toBe('not read (HTTP 503)')
  })

  it('says that the true value lies beyond a bound', () => {
    expect(inEnglish(formatMeasure({ status: 'present', value: 10, bound: 'at_least' }, 'seconds'))).toBe('≥ 10.0 s')
    expect(inEnglish(formatMeasure(present(10), 'seconds'))).toBe('10.0 s')
  })
})
