import type { AbsentReason } from './reading.ts'
import type { UnixSeconds } from './time.ts'
import type { Window } from './window.ts'

/** What a source takes for a client. An address is the weakest: NAT and gateways stand before many. */
export const CLIENT_IDENTITIES = [
  'address',
  'key_alias',
  'consumer',
  'team',
  'user',
  'end_user',
  'workload',
  'user_agent',
  'session',
] as const
export type ClientIdentity = (typeof CLIENT_IDENTITIES)[number]

/** What was sent in a span of time. A sum is left out where the source cannot tell it; left out is not zero. */
export interface ClientCounts {
  /** Inference requests alone: health checks, scrapes and lists of models are no load, nor is what a limit refused. */
  readonly requests: number
  /** Refused by a limit (429): no engine saw them, and they are in no other count. */
  readonly limited?: number
  /** Of them answered 5xx, given up by the client (499 and the proxies' flags for it), or not answered at all. */
  readonly failures?: number
  readonly promptTokens?: number
  readonly outputTokens?: number
  /** Bytes of the requests, a stand-in for prompt tokens. */
  readonly requestBytes?: number
  /** The requests' durations added up, in seconds; over the span's length, the mean concurrency (Little's law). */
  readonly busySeconds?: number
  /** How often the requests were sent on to an upstream, where the log lists each try. */
  readonly attempts?: number
  /** Requests by the upstream that answered, as `host:port`. */
  readonly upstreams?: Readonly<Record<string, number>>
}

/** One client, in the window and in the baseline. */
export interface ClientUse {
  /** As the source names it; never a key or a token. */
  readonly client: string
  readonly now: ClientCounts
  readonly before?: ClientCounts
  /** Requests by minute from the window's start on, where the source has the time of each. */
  readonly byMinute?: readonly number[]
  /** Of an address, at least so many user agents, forwarded addresses or identities speak from it. */
  readonly behind?: number
}

/** How a text was understood: nothing is dropped in silence. */
export interface LineCounts {
  readonly total: number
  /** Lines of an access log, health checks included. */
  readonly accessLines: number
  /** Lines that look like one and could not be read. */
  readonly broken: number
  /** Lines of another kind, such as an engine's own. */
  readonly other: number
  /** The formats found, the most frequent first, such as `ingress-nginx in cri`. */
  readonly formats: readonly string[]
}

/** What one source says of who sent the load. */
export type ClientReading = PresentClients | AbsentClients

export interface PresentClients {
  readonly status: 'present'
  /** Such as `access log`, `loki`, `litellm`. */
  readonly source: string
  /** What was read: files, or a query to paste. */
  readonly query: string
  readonly identity: ClientIdentity
  readonly window: Window
  readonly baseline?: Window
  /** Those with the most requests first; the sums of all are in `total`, so that a part is a part of the whole. */
  readonly clients: readonly ClientUse[]
  /** Everybody, the unattributed included. */
  readonly total: { readonly now: ClientCounts; readonly before?: ClientCounts }
  /** Requests without an identity (`None`, `-`, empty): shown as a part, never ranked. */
  readonly unattributed: { readonly now: ClientCounts; readonly before?: ClientCounts }
  /** Each client's requests may be too many by at most this; left out where every client was counted exactly. */
  readonly overcountAtMost?: number
  readonly lines?: LineCounts
  /** What a store was said to keep, such as `ingress-nginx`; left out where its fields were named one by one. */
  readonly logOf?: string
  /** Durations in seconds after which requests failed, each with how many, in steps of one percent: a timeout stands out. */
  readonly failedAfter?: readonly { readonly seconds: number; readonly requests: number }[]
  /** Of the failures those that had been sent on to a server, got no answer there (502) and ended at once; left out where no failure tells how long it took. */
  readonly lostAtOnce?: number
  /** True when the source said that its answer may be incomplete. */
  readonly isPartial: boolean
  /** True where a client can write what it is told apart by, such as an X-Forwarded-For that anybody is believed. */
  readonly isForgeable?: boolean
  /** For a person: what the numbers rest on, and what could not be read. */
  readonly notes: readonly string[]
}

export interface AbsentClients {
  readonly status: 'absent'
  readonly source: string
  readonly reason: AbsentReason
  /** One line for a person; carries no secret. */
  readonly detail?: string
}

/** What is asked of every source of clients. */
export interface ClientsRequest {
  readonly window: Window
  readonly baseline?: Window
  /** How many clients to name. */
  readonly top: number
  /** When the answer is no longer waited for. */
  readonly deadline: AbortSignal
  /** The clock as it was read for this triage. */
  readonly takenAt: UnixSeconds
}
