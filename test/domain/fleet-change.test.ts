import { describe, expect, it } from 'vitest'
import { type FleetChange, beforeChange, suspectOf } from '../../src/domain/fleet-change.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { windowEnding } from '../../src/domain/window.ts'

function changeAt(at: number): FleetChange {
  return { at: unixSeconds(at), kind: 'deploy', text: `at ${at}`, source: 'event', instances: [] }
}

describe('the suspect', () => {
  it.each([
    ['is the last before the trouble was seen', [100, 300, 200], 250, 200],
    ['may be of that very moment', [100, 250], 250, 250],
    ['is none of those that came after', [300], 250, undefined],
    ['is nobody where nothing was done', [], 250, undefined],
  ])('%s', (_, times, seen, expected) => {
    expect(suspectOf(times.map(changeAt), unixSeconds(seen))?.at).toBe(expected)
  })

  it('is compared with the moments before it, as long as the window', () => {
    const window = windowEnding(unixSeconds(10_000), minutes(5))
    expect(beforeChange(changeAt(9_000), window)).toEqual({ name: 'before_change', start: 8_700, end: 9_000 })
  })
})
