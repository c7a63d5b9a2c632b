import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowKey } from '../../../src/domain/reading.ts'
import { firstInOrder, inOrder, nearestFirst } from '../../../src/triage/predicates/rows-in-order.ts'

const rowsOf = (names: readonly string[]): readonly RowKey[] => names.map((instance) => ({ instance }))
const namesOf = (rows: readonly RowKey[]): readonly string[] => rows.map(({ instance }) => instance)
const anyRows = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 }).map(rowsOf)

describe('rows', () => {
  it('are put in the order of their names, and an instance before its engines', () => {
    expect(inOrder([{ instance: 'b' }, { instance: 'a', engine: '1' }, { instance: 'a' }])).toEqual([
      { instance: 'a' },
      { instance: 'a', engine: '1' },
      { instance: 'b' },
    ])
  })

  it('are the first few as if all had been put in order', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(12), (rows, count) => {
        expect(firstInOrder(rows, count)).toEqual(inOrder(rows).slice(0, count))
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  it.each<readonly [string, Readonly<Record<string, number>>, number, readonly string[]]>([
    ['the nearest to a yes leads', { a: 3, b: 2, c: 1 }, 3, ['c', 'a', 'b']],
    ['of two as near the first by name', { a: 3, c: 1, b: 1 }, 2, ['b', 'a']],
    ['the nearest is shown also where it is not among the first', { a: 3, b: 3, z: 1 }, 2, ['z', 'a']],
    ['nobody is nearest of none', {}, 2, []],
  ])('that say no: %s', (_, gaps, count, names) => {
    const rows = rowsOf(Object.keys(gaps))
    expect(namesOf(nearestFirst(rows, count, ({ instance }) => gaps[instance] ?? 0))).toEqual(names)
  })
})
