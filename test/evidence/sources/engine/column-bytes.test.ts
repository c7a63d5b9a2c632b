import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteWriter, readColumn, writeColumn } from '../../../../src/evidence/sources/engine/column-bytes.ts'

function written(column: readonly (number | undefined)[]): Uint8Array {
  const writer = createByteWriter()
  writeColumn(writer, column)
  return writer.finish()
}

const values = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 2 ** 51, 2 ** 51 - 1, 1 - 2 ** 51),
)

describe('columns in bytes', () => {
  it('gives back every bit of every value, and every gap', () => {
    const columns = fc.oneof(
      fc.array(fc.option(values, { nil: undefined }), { minLength: 1, maxLength: 80 }),
      fc.array(fc.option(fc.nat(1e9), { nil: undefined }), { minLength: 1, maxLength: 80 }),
    )
    fc.assert(
      fc.property(columns, (column) => {
        const read = readColumn(written(column), 0, column.length)
        expect(read.length).toBe(column.length)
        for (const [index, value] of column.entries()) expect(Object.is(read[index], value)).toBe(true)
      }),
    )
  })

  it.each([
    ['that stands still', Array.from({ length: 64 }, () => 12_345.5), 10],
    ['that counts slowly', Array.from({ length: 64 }, (_, index) => 1e6 + index * 7), 73],
    ['that counts tokens', Array.from({ length: 64 }, (_, index) => 1e9 + index * 5_000), 136],
    ['of seconds', Array.from({ length: 64 }, (_, index) => index / 3), 514],
  ])('takes of a series %s as few bytes as said', (_, column, most) => {
    expect(written(column).length).toBeLessThanOrEqual(most)
  })
})
