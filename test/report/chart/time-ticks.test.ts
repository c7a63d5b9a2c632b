import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import { tickText, timeTicks } from '../../../src/report/chart/time-ticks.ts'

const FIRST = Date.UTC(2026, 10, 29, 13, 59, 30) / 1000

function textsOf(seconds: number): readonly string[] {
  const span = { first: unixSeconds(FIRST), last: unixSeconds(FIRST + seconds) }
  return timeTicks(span).map((at) => tickText(at, span))
}

describe('the ticks of a time axis', () => {
  it.each([
    [60, ['13:59:30', '13:59:45', '14:00:00', '14:00:15', '14:00:30']],
    // Three minutes are the longest that still has half minutes.
    [180, ['13:59:30', '14:00:00', '14:00:30', '14:01:00', '14:01:30', '14:02:00', '14:02:30']],
    [181, ['14:00', '14:01', '14:02']],
    [3600, ['14:00', '14:10', '14:20', '14:30', '14:40', '14:50']],
    [86_401, ['11-29 18:00', '11-30 00:00', '11-30 06:00', '11-30 12:00']],
  ])('of %d s are %j', (seconds, texts) => {
    expect(textsOf(seconds)).toEqual(texts)
  })

  it.each([1, 59, 90, 179, 180, 359, 360, 7200, 43_200, 86_400, 90_000, 700_000])(
    'of %d s can be told apart',
    (seconds) => {
      const texts = textsOf(seconds)
      expect(new Set(texts).size).toBe(texts.length)
    },
  )
})
