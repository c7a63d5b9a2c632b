import type { ClientCounts, ClientReading, ClientUse, PresentClients } from '../../../src/domain/clients.ts'
import { hours, minutes } from '../../../src/domain/time.ts'
import { windowEnding } from '../../../src/domain/window.ts'
import { NO_NAMING } from '../../../src/clients/merge/name-client.ts'
import type { MergeContext } from '../../../src/clients/merge/merge-clients.ts'
import { END } from '../../support/evidence.ts'

export const WINDOW = windowEnding(END, minutes(5))
export const BASELINE = windowEnding(WINDOW.start, hours(1))
export const LEAD = windowEnding(END, minutes(30))

/** A client's counts in five minutes, and in the hour before. */
export type Uses = Readonly<Record<string, readonly [now: ClientCounts, before?: ClientCounts]>>

export function aReading(uses: Uses, more: Partial<PresentClients> = {}): PresentClients {
  const clients = Object.entries(uses)
    .map(([client, [now, before]]): ClientUse => ({ client, now, ...(before !== undefined && { before }) }))
    .toSorted((one, other) => other.now.requests - one.now.requests)
  const before = sum(clients.flatMap((use) => use.before ?? []))
  return {
    status: 'present',
    source: 'access log',
    query: '/var/log/nginx/access.log',
    identity: 'address',
    window: WINDOW,
    baseline: BASELINE,
    clients,
    total: { now: sum(clients.map(({ now }) => now)), before },
    unattributed: { now: { requests: 0 }, before: { requests: 0 } },
    isPartial: false,
    notes: [],
    ...more,
  }
}

/** By minute over half an hour: as much as before until some minutes ago, as now since. */
export function aLead(reading: PresentClients, grew: Readonly<Record<string, number>>): ClientReading {
  const clients = reading.clients.map((use) => {
    const ago = grew[use.client]
    const perMinute = { now: use.now.requests / 5, before: (use.before?.requests ?? 0) / 60 }
    const byMinute = Array.from({ length: 30 }, (_, minute) =>
      ago === undefined || minute < 30 - ago ? perMinute.before : perMinute.now,
    )
    return { client: use.client, now: use.now, byMinute }
  })
  return { ...reading, window: LEAD, clients }
}

export function aContext(more: Partial<MergeContext> = {}): MergeContext {
  return { lead: [], engines: {}, naming: NO_NAMING, own: [], top: 10, ...more }
}

function sum(all: readonly ClientCounts[]): ClientCounts {
  const of = (key: keyof Omit<ClientCounts, 'upstreams' | 'requests'>) =>
    all.length > 0 && all.every((counts) => counts[key] !== undefined)
      ? { [key]: all.reduce((added, counts) => added + (counts[key] ?? 0), 0) }
      : {}
  return {
    requests: all.reduce((added, { requests }) => added + requests, 0),
    ...of('promptTokens'),
    ...of('outputTokens'),
    ...of('requestBytes'),
    ...of('failures'),
    ...of('busySeconds'),
    ...of('attempts'),
  }
}
