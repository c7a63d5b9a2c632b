import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readVector } from '../../../../src/evidence/sources/prometheus/vector.ts'
import { CORPUS, describeWithCorpus } from '../../../support/needs.ts'

const PARTS = [
  { signal: 'up', name: 'fleet' },
  { signal: 'waiting', name: 'fleet' },
]

describe('readVector', () => {
  it.each([
    ['1.2345678e-67', 1.2345678e-67],
    ['NaN', NaN],
    ['+Inf', Infinity],
    ['-Inf', -Infinity],
    ['39', 39],
    ['3.9e+01', 39],
    ['-0.5', -0.5],
    ['', NaN],
    [' ', NaN],
    ['0x10', NaN],
    ['1_000', NaN],
    ['abc', NaN],
  ])('reads the value %s', (text, value) => {
    const result = [{ metric: { whyslow_part: '1', a: 'b' }, value: [1, text] }]
    expect(readVector({ resultType: 'vector', result }, PARTS)).toEqual([
      { signal: 'waiting', part: 'fleet', labels: { whyslow_part: '1', a: 'b' }, value },
    ])
  })
})

it.each(['2', '-1', '', '01', '1.0', 'waiting.fleet', '__proto__'])('leaves out a row of no part: %j', (part) => {
  const result = [{ metric: { whyslow_part: part }, value: [1, '39'] }]
  expect(readVector({ resultType: 'vector', result }, PARTS)).toEqual([])
})

describeWithCorpus('prometheus-api', 'readVector on recorded answers', () => {
  it.each([
    ['prom242_vector_empty.json', 0],
    ['prom242_quantile_no_traffic_nan.json', 1],
    ['prom242_vector_nan.json', 1],
    ['vm179_inf.json', 1],
    ['vm179_quantile_no_traffic.json', 0],
    ['vmcluster_is_partial.json', 1],
  ])('%s has %i rows', (file, rows) => {
    expect(readVector(withParts(file), PARTS)).toHaveLength(rows)
  })

  it.each(['prom242_string.json', 'prom242_matrix_gap_counter_reset.json', 'prom3_native_histogram_matrix.json'])(
    '%s is no vector',
    (file) => {
      expect(readVector(withParts(file), PARTS)).toBeUndefined()
    },
  )
})

/** The recordings were not asked in parts. */
function withParts(file: string): unknown {
  const text = readFileSync(join(CORPUS, 'prometheus-api', file), 'utf8')
  return (
    JSON.parse(
      text.replaceAll('"metric":{}', '"metric":{"x":"y"}').replaceAll('"metric":{', '"metric":{"whyslow_part":"1",'),
    ) as { data: unknown }
  ).data
}
