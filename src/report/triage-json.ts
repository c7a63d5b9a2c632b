import type { ClientMeasure, ClientRole } from '../domain/client-attribution.ts'
import type { ActionKind } from '../domain/action.ts'
import type { Cause } from '../domain/cause.ts'
import type { Answer, Certainty, Stage } from '../domain/diagnosis.ts'
import type { ChangeKind, FleetChange } from '../domain/fleet-change.ts'
import type { AbsentReason } from '../domain/reading.ts'
import type { ComparedName } from '../domain/window.ts'

/** A number, or null with its reason beside it: never 0 for what was not read. */
export type JsonNumber = number | null

/** Why the fields named are null. */
export type Reasons<Field extends string> = Readonly<Partial<Record<Field, AbsentReason>>>

/** `whyslow/triage/v1`: what `whyslow triage --format json` prints. Fields are added, never renamed, while it is v1. */
export interface TriageJson {
  readonly schema: 'whyslow/triage/v1'
  readonly incident: {
    readonly id: string
    readonly status: 'firing' | 'resolved' | 'none'
    readonly alerts: readonly string[]
    readonly scope: { readonly cluster: string; readonly model_name: string | null; readonly instance: string | null }
    readonly window: JsonWindow
    readonly baselines: readonly (JsonWindow & { readonly name: ComparedName })[]
  }
  readonly headline: JsonFinding & {
    readonly certainty: Certainty
    readonly instances: readonly string[]
    readonly clients: readonly string[]
  }
  readonly contributing: readonly (JsonFinding & { readonly certainty: Certainty })[]
  readonly not_ruled_out: readonly {
    readonly cause: Cause
    readonly missing: readonly string[]
    readonly settle_with: string
  }[]
  readonly path: readonly JsonVerdict[]
  readonly stages: Readonly<Record<Stage | 'e2e', JsonStage>>
  readonly skew: {
    readonly by: 'arrivals'
    readonly max_over_mean: JsonNumber
    readonly hot: string | null
    readonly reason?: AbsentReason
  }
  readonly instances: readonly JsonInstance[]
  readonly clients: JsonClients
  readonly changes: readonly JsonChange[]
  readonly actions: Readonly<Record<'now' | 'today' | 'this_week' | 'rollback', readonly JsonAction[]>>
  readonly missing: readonly {
    readonly signal: string
    readonly reason: AbsentReason
    /** Empty where nothing needs to be set up. */
    readonly enable_with: string
    readonly detail?: string
  }[]
  /** Readings that cannot all be true, one line each. */
  readonly contradictions: readonly string[]
  readonly took_ms: number
  readonly queries: number
}

/** Something that was done to the fleet; the latencies are mean end-to-end seconds, read for the one that may be the cause. */
export interface JsonChange {
  readonly time: string
  readonly kind: ChangeKind
  readonly text: string
  readonly source: FleetChange['source']
  readonly instances: readonly string[]
  readonly url: string | null
  readonly latency?: { readonly before: JsonNumber; readonly now: JsonNumber }
}

/** RFC 3339 in UTC. */
export interface JsonWindow {
  readonly start: string
  readonly end: string
}

export interface JsonFinding {
  readonly cause: Cause
  readonly title: string
  readonly because: readonly string[]
  /** Why it is only tentative. */
  readonly doubt?: string
}

export interface JsonVerdict {
  readonly id: string
  readonly ask: string
  readonly answer: Answer
  /** How sure the finding is that it led to. */
  readonly certainty?: Certainty
  readonly readings: readonly JsonReading[]
}

export interface JsonReading {
  readonly signal: string
  /** Null when the number is the fleet's. */
  readonly row: JsonRow | null
  readonly value: JsonNumber
  readonly baseline: JsonNumber
  readonly unit: string
  readonly threshold: string
  readonly query: string
  /** Set when a histogram's bucket hides the true value. */
  readonly bound?: 'at_most' | 'at_least'
  readonly reason?: AbsentReason
  readonly baseline_reason?: AbsentReason
}

export interface JsonRow {
  readonly instance: string
  readonly engine?: string
  readonly model_name?: string
}

/** Mean seconds; `growth_share` is a fraction 0..1. */
export interface JsonStage {
  readonly now: JsonNumber
  readonly baseline: JsonNumber
  readonly growth_share: JsonNumber
  readonly reasons?: Reasons<'now' | 'baseline' | 'growth_share'>
}

export const INSTANCE_NUMBERS = ['up', 'arrivals', 'completions', 'share', 'waiting', 'running', 'kv'] as const
export type InstanceNumber = (typeof INSTANCE_NUMBERS)[number]

/** Requests per second, fractions 0..1 and counts. */
export type JsonInstance = Readonly<Record<InstanceNumber, JsonNumber>> & {
  readonly instance: string
  readonly engine: string | null
  readonly reasons?: Reasons<InstanceNumber>
}

export interface JsonClients {
  readonly source: string | null
  /** `request_bytes` stand in for tokens. */
  readonly by: ClientMeasure | null
  readonly coverage: JsonNumber
  readonly top: readonly JsonClient[]
  readonly notes: readonly string[]
}

/** Parts are fractions 0..1 of what `by` says; `growth_share` is more than 1 where others sent less. */
export interface JsonClient {
  readonly client: string
  readonly role: ClientRole
  readonly share: number
  readonly baseline_share: JsonNumber
  readonly growth_share: JsonNumber
  readonly request_share: number
  readonly requests_per_s: number
  readonly baseline_requests_per_s: JsonNumber
  readonly failed_share: JsonNumber
  readonly grew_at: string | null
  readonly instances: readonly { readonly instance: string; readonly share: number }[]
}

export interface JsonAction {
  readonly text: string
  readonly kind: ActionKind
  readonly command: string | null
}
