import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createZone, momentOf } from '../../src/domain/wall-clock.ts'

const at = (text: string) => unixSeconds(Date.parse(text) / 1000)
const shown = (month: number, day: number, hour: number) => ({ month, day, hour, minute: 0, second: 0 })

describe('the moment a clock on a wall showed this', () => {
  it.each([
    ['in UTC', 'UTC', shown(8, 5, 8), '2026-08-05T09:00:00Z', '2026-08-05T08:00:00Z'],
    ['ahead of UTC', 'Europe/Berlin', shown(8, 5, 10), '2026-08-05T09:00:00Z', '2026-08-05T08:00:00Z'],
    ['behind UTC', 'America/Los_Angeles', shown(8, 5, 1), '2026-08-05T09:00:00Z', '2026-08-05T08:00:00Z'],
    ['by half an hour', 'Asia/Kolkata', shown(8, 5, 13), '2026-08-05T09:00:00Z', '2026-08-05T07:30:00Z'],
    [
      'on the last day of the year, read in the next',
      'UTC',
      shown(12, 31, 23),
      '2027-01-01T00:10:00Z',
      '2026-12-31T23:00:00Z',
    ],
    [
      'on New Year where it is one already',
      'Asia/Tokyo',
      shown(1, 1, 0),
      '2026-12-31T15:10:00Z',
      '2026-12-31T15:00:00Z',
    ],
    ['on the 29th of February, a year later', 'UTC', shown(2, 29, 1), '2025-01-10T00:00:00Z', '2024-02-29T01:00:00Z'],
    [
      'a little in the future, as clocks differ',
      'UTC',
      shown(8, 5, 10),
      '2026-08-05T09:59:00Z',
      '2026-08-05T10:00:00Z',
    ],
    [
      'just after clocks went forward',
      'Europe/Berlin',
      shown(3, 29, 3),
      '2026-03-29T02:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'just before clocks went forward',
      'Europe/Berlin',
      shown(3, 29, 1),
      '2026-03-29T02:00:00Z',
      '2026-03-29T00:00:00Z',
    ],
  ])('%s', (_, zone, wall, reference, expected) => {
    expect(momentOf(wall, createZone(zone), at(reference))).toBe(at(expected))
  })

  it('takes a year that is told', () => {
    expect(momentOf({ year: 2020, ...shown(8, 5, 8) }, createZone('UTC'), at('2026-01-01T00:00:00Z'))).toBe(
      at('2020-08-05T08:00:00Z'),
    )
  })

  it.each([
    ['a month', shown(13, 1, 0)],
    ['a day', shown(2, 30, 0)],
    ['no day', shown(2, 0, 0)],
    ['an hour', shown(2, 1, 24)],
  ])('has none for %s that does not exist', (_, wall) => {
    expect(momentOf(wall, createZone('UTC'), at('2026-08-05T09:00:00Z'))).toBeUndefined()
  })

  it('refuses a zone that does not exist', () => {
    expect(() => createZone('Mars/Olympus')).toThrow(RangeError)
  })
})
