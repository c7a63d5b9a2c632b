import { describe, expect, it } from 'vitest'
import { FAILED_STATUS, hasFailed, isFailedStatus } from '../../src/clients/failed.ts'

describe('isFailedStatus', () => {
  it('says of every status what the stores are asked for', () => {
    const asked = new RegExp(`^(?:${FAILED_STATUS})$`, 'u')
    const statuses = Array.from({ length: 1002 }, (_, index) => index - 2)
    expect(statuses.filter((status) => isFailedStatus(status))).toEqual(
      statuses.filter((status) => asked.test(String(status))),
    )
  })
})

describe('hasFailed', () => {
  it.each([
    [{ status: 200 }, false],
    [{ status: 429 }, false],
    [{ status: 502 }, true],
    [{ status: 499 }, true],
    [{ status: 200, isGivenUp: true }, true],
    [{}, false],
  ] as const)('%j: %s', (line, expected) => {
    expect(hasFailed(line)).toBe(expected)
  })
})
