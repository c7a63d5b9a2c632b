import { z } from 'zod'
import type { ClientAttribution } from '../domain/client-attribution.ts'
import type { ClientCounts, ClientReading, ClientUse, PresentClients } from '../domain/clients.ts'
import { CLIENT_IDENTITIES } from '../domain/clients.ts'
import type { Evidence } from '../domain/evidence.ts'
import { ABSENT_REASONS } from '../domain/reading.ts'
import { type UnixSeconds, earlier, minutes } from '../domain/time.ts'
import { type Window, lengthOf } from '../domain/window.ts'
import { engineLoadOf } from '../clients/merge/engine-load.ts'
import { mergeClients } from '../clients/merge/merge-clients.ts'
import { NO_NAMING } from '../clients/merge/name-client.ts'

const PART = z.number().min(0, 'write a part from 0 to 1').max(1, 'write a part from 0 to 1; 0.95 is 95 %')
/** Bytes a second of a whole fleet of the greatest kind are less. */
const MOST_A_SECOND = 1e15
const RATE = z
  .number()
  .nonnegative('write a number from 0 on')
  .max(MOST_A_SECOND, `write a number from 0 to ${MOST_A_SECOND.toExponential().replace('e+', 'e')}`)
const CHANGED = z.union([RATE, z.strictObject({ now: RATE, before: RATE.optional() })])

const WHO = z.strictObject({
  requests: CHANGED.describe('Requests per second; with `before` in the hour before.'),
  prompt_tokens: CHANGED.optional().describe('Per second.'),
  request_bytes: CHANGED.optional().describe('Per second.'),
  failed: PART.optional().describe('Of its requests: 5xx, or given up.'),
  seconds: RATE.optional().describe('How long a request of it takes.'),
  grew_minutes_ago: RATE.optional().describe('When its requests became more, before the end of the window.'),
  instances: z.record(z.string().min(1).max(200), PART).optional().describe('Parts of its requests by instance.'),
})

/** Far more than a person writes. */
const MOST_CLIENTS = 200

const TOLD = z.strictObject({
  source: z.string().min(1).max(200).default('access log'),
  identity: z.enum(CLIENT_IDENTITIES).default('address'),
  formats: z.array(z.string().max(100)).default([]),
  who: z
    .record(z.string().min(1).max(200), WHO)
    .refine((all) => Object.keys(all).length <= MOST_CLIENTS, `write at most ${MOST_CLIENTS} clients`),
  unnamed: CHANGED.default(0).describe('Requests per second without a name.'),
  attempts: CHANGED.optional().describe('Times that a request is sent to an engine.'),
  failed_after: z.record(z.string().regex(/^\d+(?:\.\d+)?$/u, 'write seconds'), RATE).optional(),
  lost_at_once: RATE.optional().describe(
    'Requests that failed within 0.05 s of being sent on to an instance, in the window.',
  ),
  waiting_since: RATE.optional().describe('Minutes before the end of the window at which requests began to wait.'),
  forgeable: z.boolean().default(false),
  partial: z.boolean().default(false),
})

/** Who sent the load, as a person writes it down; or why that was not read. */
export const INCIDENT_CLIENTS = z.union([TOLD, z.enum(ABSENT_REASONS)])

/** The keys of the whole and of each client, for a person who wrote others. */
export const CLIENT_KEYS = { whole: Object.keys(TOLD.shape), each: Object.keys(WHO.shape) } as const

export type IncidentClients = z.output<typeof INCIDENT_CLIENTS>
type ToldClients = z.output<typeof TOLD>
type Who = z.output<typeof WHO>

/** Long enough to hold when everybody's requests became more. */
const LEAD = minutes(60)
const TOP = 20

/** What whyslow would have made of what the person saw. */
export function clientsOfIncident(told: IncidentClients, evidence: Evidence): ClientAttribution {
  if (typeof told === 'string') return { status: 'absent', sources: [{ source: 'access log', reason: told }] }
  const { window, baselines } = evidence
  const before = baselines.find(({ name }) => name === 'hour_before')
  const lead: Window = { start: earlier(window.end, LEAD), end: window.end }
  const engines = engineLoadOf(evidence, Infinity)
  const since = told.waiting_since
  return mergeClients([readingOf(told, window, before)], {
    lead: [leadOf(told, lead)],
    engines: { ...engines, ...(since !== undefined && { queue: onsetAt(earlier(window.end, minutes(since))) }) },
    naming: NO_NAMING,
    own: [],
    top: TOP,
  })
}

function onsetAt(at: UnixSeconds): { readonly from: UnixSeconds; readonly to: UnixSeconds } {
  return { from: earlier(at, minutes(1)), to: at }
}

function readingOf(told: ToldClients, window: Window, baseline: Window | undefined): PresentClients {
  const clients = usesOf(told, window, baseline)
  const unnamed = ratesOf(told.unnamed)
  const lengths = { now: lengthOf(window), before: baseline === undefined ? 0 : lengthOf(baseline) }
  const hasBefore = clients.some(({ before }) => before !== undefined)
  const attempts = told.attempts === undefined ? undefined : ratesOf(told.attempts)
  const total = (all: readonly ClientCounts[], rest: number, tries: number | undefined): ClientCounts => {
    const sum = (key: 'promptTokens' | 'requestBytes' | 'failures' | 'busySeconds') =>
      all.some((counts) => counts[key] !== undefined) && {
        [key]: all.reduce((added, counts) => added + (counts[key] ?? 0), 0),
      }
    const requests = all.reduce((added, counts) => added + counts.requests, rest)
    return {
      requests,
      ...sum('promptTokens'),
      ...sum('requestBytes'),
      ...sum('failures'),
      ...sum('busySeconds'),
      ...(tries !== undefined && { attempts: requests * tries }),
    }
  }
  const rest = { now: unnamed.now * lengths.now, before: (unnamed.before ?? unnamed.now) * lengths.before }
  return {
    status: 'present',
    source: told.source,
    query: 'clients',
    identity: told.identity,
    window,
    ...(baseline !== undefined && hasBefore && { baseline }),
    clients,
    total: {
      now: total(
        clients.map(({ now }) => now),
        rest.now,
        attempts?.now,
      ),
      ...(hasBefore && {
        before: total(
          clients.flatMap(({ before }) => before ?? []),
          rest.before,
          attempts?.before,
        ),
      }),
    },
    unattributed: { now: { requests: rest.now }, ...(hasBefore && { before: { requests: rest.before } }) },
    ...(told.formats.length > 0 && {
      lines: { total: 0, accessLines: 0, broken: 0, other: 0, formats: told.formats },
    }),
    ...(told.failed_after !== undefined && {
      failedAfter: Object.entries(told.failed_after).map(([age, requests]) => ({ seconds: Number(age), requests })),
    }),
    ...(told.lost_at_once !== undefined && { lostAtOnce: told.lost_at_once }),
    ...(told.forgeable && { isForgeable: true }),
    isPartial: told.partial,
    notes: [],
  }
}

function usesOf(told: ToldClients, window: Window, baseline: Window | undefined): readonly ClientUse[] {
  return Object.entries(told.who)
    .map(([client, who]) => useOf(client, who, { window, baseline }))
    .toSorted((one, other) => other.now.requests - one.now.requests)
}

function useOf(
  client: string,
  who: Who,
  { window, baseline }: { readonly window: Window; readonly baseline: Window | undefined },
): ClientUse {
  const at = (when: 'now' | 'before', length: number): ClientCounts | undefined => {
    const requests = ratesOf(who.requests)[when]
    if (requests === undefined) return undefined
    const per = (rate: Who['prompt_tokens']): number | undefined =>
      rate === undefined ? undefined : ratesOf(rate)[when]
    const [tokens, bytes] = [per(who.prompt_tokens), per(who.request_bytes)]
    const isNow = when === 'now'
    return {
      requests: requests * length,
      ...(tokens !== undefined && { promptTokens: tokens * length }),
      ...(bytes !== undefined && { requestBytes: bytes * length }),
      ...(isNow && who.failed !== undefined && { failures: who.failed * requests * length }),
      ...(isNow && who.seconds !== undefined && { busySeconds: who.seconds * requests * length }),
      ...(isNow && who.instances !== undefined && { upstreams: countsOf(who.instances, requests * length) }),
    }
  }
  const before = baseline === undefined ? undefined : at('before', lengthOf(baseline))
  return { client, now: at('now', lengthOf(window)) ?? { requests: 0 }, ...(before !== undefined && { before }) }
}

function countsOf(parts: Readonly<Record<string, number>>, requests: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(parts).map(([instance, part]) => [instance, part * requests]))
}

/** The same clients by minute; as ever, and as much as now since it was told to have become more. */
function leadOf(told: ToldClients, window: Window): ClientReading {
  const reading = readingOf(told, window, undefined)
  const all = Math.round(lengthOf(window) / 60)
  const clients = reading.clients.map((use) => {
    const who = told.who[use.client]
    if (who?.grew_minutes_ago === undefined) return use
    const { now, before = 0 } = ratesOf(who.requests)
    const since = all - who.grew_minutes_ago
    return { ...use, byMinute: Array.from({ length: all }, (_, minute) => 60 * (minute < since ? before : now)) }
  })
  return { ...reading, clients }
}

function ratesOf(told: z.output<typeof CHANGED>): { readonly now: number; readonly before?: number | undefined } {
  return typeof told === 'number' ? { now: told } : told
}
