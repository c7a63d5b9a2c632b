import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/cli/triage-clock.ts'
import type { Alert, AlertGroup } from '../../src/domain/alert.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'

const END = unixSeconds(1_795_960_920)
const LENGTH = minutes(10)

describe('clockOf', () => {
  it('ends where there is nothing more to read', () => {
    const { window, startsAt } = clockOf({ at: undefined, end: END, length: LENGTH, alerts: undefined })
    expect(window).toEqual({ start: END - 600, end: END })
    expect(startsAt).toBeUndefined()
  })

  it('ends at the time stated', () => {
    const at = unixSeconds(END - 3600)
    expect(clockOf({ at, end: END, length: LENGTH, alerts: group('resolved') }).window.end).toBe(at)
  })

  it('ends at the resolution of alerts that are resolved', () => {
    const { window } = clockOf({ at: undefined, end: END, length: LENGTH, alerts: group('resolved') })
    expect(window.end).toBe(END - 1000)
  })

  it('takes the earliest start of firing alerts, and a baseline before it', () => {
    const { window, startsAt, baselines } = clockOf({
      at: undefined,
      end: END,
      length: LENGTH,
      alerts: group('firing'),
    })
    expect(window.end).toBe(END)
    expect(startsAt).toBe(END - 2000)
    expect(baselines[0]?.end).toBeLessThan(END - 2000)
  })
})

function group(status: Alert['status']): AlertGroup {
  const alert = (startsAt: number, endsAt: number): Alert => ({
    status,
    labels: {},
    annotations: {},
    startsAt: unixSeconds(startsAt),
    ...(status === 'resolved' && { endsAt: unixSeconds(endsAt) }),
    fingerprint: String(startsAt),
  })
  return {
    receiver: 'x',
    status,
    groupKey: 'x',
    alerts: [alert(END - 1500, END - 1200), alert(END - 2000, END - 1000)],
    truncatedAlerts: 0,
  }
}
