import { describe, expect, it } from 'vitest'
import { endOf, startOf } from '../../src/cli/triage-clock.ts'
import type { Alert, AlertGroup } from '../../src/domain/alert.ts'
import { unixSeconds } from '../../src/domain/time.ts'

const NOW = 1_795_960_920

describe('the time of alerts', () => {
  it('begins with the earliest of them', () => {
    expect(startOf(group('firing'))).toBe(NOW - 2000)
  })

  it('ends with the last resolution', () => {
    expect(endOf(group('resolved'))).toBe(NOW - 1000)
  })

  it('has no end while one fires, and nothing without alerts', () => {
    expect(endOf(group('firing'))).toBeUndefined()
    expect(endOf(undefined)).toBeUndefined()
    expect(startOf(undefined)).toBeUndefined()
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
    alerts: [alert(NOW - 1500, NOW - 1200), alert(NOW - 2000, NOW - 1000)],
    truncatedAlerts: 0,
  }
}
