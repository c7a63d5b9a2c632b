import { describe, expect, it } from 'vitest'
import type { Labels } from '../../../../src/domain/series.ts'
import { multiplyLabels } from '../../../../src/evidence/sources/reader/multiply-labels.ts'

/** What a store counts of series with these labels. */
function counted(part: string, labels: Labels, value = 1): Parameters<typeof multiplyLabels>[0][number] {
  return { signal: 'kv', part, labels, value }
}

const A = { instance: 'a' }
const OF_A = (block_size: string, num_gpu_blocks: string): Labels => ({ ...A, block_size, num_gpu_blocks })
const BLOCKS = ['block_size', 'num_gpu_blocks']

describe('multiplyLabels', () => {
  it('multiplies the labels of a row and leaves the others', () => {
    const rows = [counted('rows', OF_A('16', '100')), counted('rows', { ...OF_A('16', '50'), engine: '1' })]
    expect(multiplyLabels(rows, BLOCKS)).toEqual([
      { signal: 'kv', part: 'rows', labels: A, value: 1600 },
      { signal: 'kv', part: 'rows', labels: { ...A, engine: '1' }, value: 800 },
    ])
  })

  it('takes the mean of the series of the fleet, as many as there are', () => {
    const fleet = [
      counted('fleet', { block_size: '16', num_gpu_blocks: '100' }, 3),
      counted('fleet', { block_size: '32', num_gpu_blocks: '100' }),
      counted('fleet', { block_size: '32' }, 40),
    ]
    expect(multiplyLabels(fleet, BLOCKS)).toEqual([{ signal: 'kv', part: 'fleet', labels: {}, value: 2000 }])
  })

  it('keeps now and the hour before apart', () => {
    const rows = [counted('rows', OF_A('16', '100')), counted('rows_before', OF_A('16', '200'))]
    expect(multiplyLabels(rows, BLOCKS).map(({ part, value }) => [part, value])).toEqual([
      ['rows', 1600],
      ['rows_before', 3200],
    ])
  })

  it.each<readonly [string, readonly Labels[]]>([
    ['the label is missing', [{ ...A, block_size: '16' }]],
    ['the label is empty', [OF_A('16', '')]],
    ['the label is None, as releases before 0.8.5 have it', [OF_A('16', 'None')]],
    ['two series of the row disagree', [OF_A('16', '100'), OF_A('16', '101')]],
    ['one series of the row does not tell', [OF_A('16', '100'), { ...A, block_size: '16' }]],
  ])('has no number where %s', (_, rows) => {
    expect(
      multiplyLabels(
        rows.map((labels) => counted('rows', labels)),
        BLOCKS,
      ),
    ).toEqual([])
  })

  it.each(['-1', '1e9', '0x10', 'auto', ' 16', 'NaN', 'Infinity', '16;', '१६'])('takes %j for no number', (text) => {
    expect(multiplyLabels([counted('rows', OF_A(text, '100'))], BLOCKS)).toMatchObject([{ value: NaN }])
  })

  it("has Python's booleans as numbers, as Python has", () => {
    const fleet = [counted('fleet', { on: 'True' }, 3), counted('fleet', { on: 'False' })]
    expect(multiplyLabels(fleet, ['on'])).toMatchObject([{ value: 0.75 }])
  })

  it('makes nothing of nothing', () => {
    expect(multiplyLabels([], ['a'])).toEqual([])
  })
})
