import { describe, expect, it } from 'vitest'
import { findRange } from '../../../src/clients/scan/find-range.ts'
import { unixSeconds } from '../../../src/domain/time.ts'

const SIZE = 20e9
const SLACK = 60
const BYTES_PER_SECOND = 1e6

const [start, end] = [unixSeconds(10_000), unixSeconds(10_600)]
const search = { size: SIZE, start, end, slack: SLACK }

describe('findRange', () => {
  it('finds where the lines of a time are, and looks at no place twice', async () => {
    const looked: number[] = []
    const range = await findRange({
      ...search,
      timeAt: (at) => {
        looked.push(at)
        return Promise.resolve(at / BYTES_PER_SECOND)
      },
    })
    expect(range?.from).toBeLessThanOrEqual((start - SLACK) * BYTES_PER_SECOND)
    expect(range?.to).toBeGreaterThanOrEqual((end + SLACK) * BYTES_PER_SECOND)
    expect((range?.to ?? NaN) - (range?.from ?? NaN)).toBeLessThan(0.04 * SIZE)
    expect(looked).toEqual([...new Set(looked)])
  })

  it('knows a file that is not ordered by its looks, stretches without times among them', async () => {
    const timeAt = (at: number): Promise<number | undefined> => {
      if (at === 0) return Promise.resolve(1)
      return Promise.resolve(at > SIZE * 0.6 ? undefined : 30_000 - at / BYTES_PER_SECOND)
    }
    expect(await findRange({ ...search, timeAt })).toBeUndefined()
  })
})
