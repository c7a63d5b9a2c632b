import type { AlertGroup } from '../domain/alert.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'

/** The earliest start of the alerts; undefined when there are none. */
export function startOf(group: AlertGroup | undefined): UnixSeconds | undefined {
  const starts = group?.alerts.map(({ startsAt }) => startsAt) ?? []
  return starts.length === 0 ? undefined : unixSeconds(Math.min(...starts))
}

/** When the last alert resolved; undefined while one still fires: its trouble ends where there is nothing more to read. */
export function endOf(group: AlertGroup | undefined): UnixSeconds | undefined {
  if (group?.status !== 'resolved') return undefined
  const ends = group.alerts.flatMap(({ endsAt }) => endsAt ?? [])
  return ends.length === 0 ? undefined : unixSeconds(Math.max(...ends))
}
