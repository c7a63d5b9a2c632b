import type { ClientIdentity } from './clients.ts'
import type { AbsentReason, Measure } from './reading.ts'
import type { UnixSeconds } from './time.ts'
import type { Window } from './window.ts'

/**
 * What a client's part is a part of. Tokens where a source has them; else bytes of requests, which stand in for the prompt's
 * tokens; else requests, which are not load: one of them can be a hundred others.
 */
export const CLIENT_MEASURES = ['tokens', 'request_bytes', 'requests'] as const
export type ClientMeasure = (typeof CLIENT_MEASURES)[number]

/**
 * - `culprit`: most of the growth is its, and it began before requests waited.
 * - `suspect`: most of the growth is its, and when it began, or that it is it, is not known.
 * - `victim`: it sends more only since requests wait, or most of what it sends fails.
 * - `bystander`: all others.
 */
export const CLIENT_ROLES = ['culprit', 'suspect', 'victim', 'bystander'] as const
export type ClientRole = (typeof CLIENT_ROLES)[number]

/** One client with its part of the load. Parts are fractions 0..1. */
export interface ClientLine {
  /** As it is shown: named by the configuration, masked, never a key. Still text from outside. */
  readonly client: string
  /** How many names of the source stand behind it, where the configuration gives several one name. */
  readonly names: number
  readonly role: ClientRole
  /** Of the load, by the attribution's measure, now and in the baseline. */
  readonly share: number
  readonly shareBefore?: number
  readonly requestShare: number
  readonly requestsPerSecond: number
  readonly requestsPerSecondBefore?: number
  /** Of all that the load grew by; more than 1 where others sent less. Left out where nothing grew, or it can't be told. */
  readonly growthShare?: number
  /** How many times its load is what it was, and that of all others; left out where there was none. */
  readonly times?: number
  readonly othersTimes?: number
  readonly promptTokensMean?: number
  readonly promptTokensMeanBefore?: number
  readonly outputTokensMean?: number
  readonly outputTokensMeanBefore?: number
  /** Of its requests, how many failed or were given up. */
  readonly failedShare?: number
  /** When its requests had become more, to the minute; left out where that is not known, or it was before all minutes read. */
  readonly grewAt?: UnixSeconds
  /** At least so many user agents, forwarded addresses or identities speak from its address; left out where that was not looked at. */
  readonly behind?: number
  /** Where its requests went, the most first. */
  readonly instances: readonly { readonly instance: string; readonly share: number }[]
}

/** Why the names of a source are none of clients, and how they would be. */
export interface GatewayBlind {
  readonly why: string
  /** The one setting that shows who is behind. */
  readonly mend: string
}

/** What another source says of who sends the load; never added to the first, which may count the same requests. */
export interface ClientOpinion {
  readonly source: string
  readonly by: ClientMeasure
  /** Left out where nobody could be named. */
  readonly client?: string
  readonly share?: number
}

/** Who sends the load, of all sources. */
export type ClientAttribution = PresentAttribution | AbsentAttribution

export interface PresentAttribution {
  readonly status: 'present'
  /** The source that is believed: the one with tokens, and the strongest names. */
  readonly source: string
  /** What was read: files, or a query to paste. */
  readonly query: string
  readonly identity: ClientIdentity
  readonly by: ClientMeasure
  readonly window: Window
  readonly baseline?: Window
  /** By their contribution to the growth, the greatest first. */
  readonly clients: readonly ClientLine[]
  /** How many more there are than `clients`; left out where nobody counted them. */
  readonly hidden?: number
  readonly requests: number
  readonly requestsBefore?: number
  /** Of the requests, those without a name. */
  readonly unattributedShare: number
  /** Of the engines' own prompt tokens or requests, how many the named clients account for. */
  readonly coverage: Measure
  /** Bytes of requests for each prompt token that the engines count, where parts are of bytes. */
  readonly bytesPerToken?: { readonly now: number; readonly before: number }
  readonly stopsAt?: GatewayBlind
  /** The names may be a few gateways' as well. */
  readonly mayBeGateways: boolean
  /** The client itself could have written its name. */
  readonly isForgeable: boolean
  readonly isPartial: boolean
  /** Each client's requests may be too many by at most this. */
  readonly overcountAtMost?: number
  /** Times that a request is sent to an engine. */
  readonly amplification?: { readonly now: number; readonly before?: number }
  /** The age at which most failures lie, with how many of how many. */
  readonly failedAfter?: { readonly seconds: number; readonly requests: number; readonly of: number }
  /** Failures of requests that had been sent on to a server and ended at once, of all failures. */
  readonly lostAtOnce?: { readonly requests: number; readonly of: number }
  readonly others: readonly ClientOpinion[]
  readonly notes: readonly string[]
}

export interface AbsentAttribution {
  readonly status: 'absent'
  /** Why nobody is named, of each source; none where no source is configured. */
  readonly sources: readonly { readonly source: string; readonly reason: AbsentReason; readonly detail?: string }[]
}

/** Where no source of clients is configured. */
export const NO_CLIENTS: AbsentAttribution = { status: 'absent', sources: [] }
