import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatPythonFloat } from '../../../../src/sandbox/fleet/exposition/python-float.ts'
import { CORPUS, describeWithCorpus } from '../../../support/needs.ts'

it.each([
  [0, '0.0'],
  [3, '3.0'],
  [0.25, '0.25'],
  [-1, '-1.0'],
  [999_999, '999999.0'],
  [1_048_576, '1.048576e+06'],
  [1_795_956_261.62, '1.79595626162e+09'],
  [13_720_145_920, '1.372014592e+10'],
  [0.00001, '1e-05'],
  [Infinity, '+Inf'],
  [NaN, 'NaN'],
])('writes %d as %s', (value, text) => {
  expect(formatPythonFloat(value)).toBe(text)
})

describeWithCorpus('metrics/real-0.25.1-loaded.prom', 'numbers of a real page', () => {
  it('are written back as they were', () => {
    const page = readFileSync(join(CORPUS, 'metrics/real-0.25.1-loaded.prom'), 'utf8')
    const numbers = [...page.matchAll(/^[^#\n]\S* (\S+)$/gm)].map(([, number = '']) => number)
    expect(numbers.length).toBeGreaterThan(300)
    for (const number of numbers) expect(formatPythonFloat(Number(number.replace('Inf', 'Infinity')))).toBe(number)
  })
})
