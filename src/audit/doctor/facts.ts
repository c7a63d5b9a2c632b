import type { Matcher } from '../../domain/matcher.ts'
import type { AbsentReason, Reading } from '../../domain/reading.ts'
import type { Labels } from '../../domain/series.ts'
import type { Seconds, UnixSeconds } from '../../domain/time.ts'
import type { BaselineName } from '../../domain/window.ts'
import type { Finding as EngineProbe } from '../../evidence/sources/engine/finding.ts'
import type { Outcome } from '../../evidence/sources/reader/backend.ts'

/** Everything the doctor looked at. A value: the walk over it asks nothing more. */
export interface Facts {
  readonly settings: Settings
  /** The engines that were asked themselves. */
  readonly engines: readonly EngineFacts[]
  /** Absent where no Prometheus is named. */
  readonly prometheus?: PrometheusFacts
}

/** What a person told whyslow about the fleet. */
export interface Settings {
  readonly now: UnixSeconds
  /** The matchers as they are written, without braces. */
  readonly selector: string
  readonly matchers: readonly Matcher[]
  readonly instanceLabel: string
  /** Length of a triage's window. */
  readonly window: Seconds
  readonly expectedInstances?: number
  readonly gpuSelector?: string
  readonly nodeSelector?: string
  readonly gatewaySelector?: string
}

export interface EngineFacts {
  /** Where it was asked, without user, password and query. */
  readonly url: string
  /** Host and port. */
  readonly address: string
  readonly answer: EngineAnswer
  /** Another address at which the metrics were found. */
  readonly foundAt?: string
  /** What else it answers, where its metrics page tells nothing of why. */
  readonly probe?: EngineProbe
  /** vLLM's own word, from `/version`. */
  readonly version?: string
}

export type EngineAnswer =
  | { readonly kind: 'none'; readonly reason: AbsentReason; readonly detail: string }
  | { readonly kind: 'refused'; readonly status: number }
  /** Answered 200 with something that holds no samples. */
  | { readonly kind: 'html' | 'empty' | 'other' }
  | {
      readonly kind: 'metrics'
      readonly names: ReadonlySet<string>
      /** Names with a TYPE line, also those that have no sample yet. */
      readonly declared: ReadonlySet<string>
    }

export interface PrometheusFacts {
  /** Without user, password and query. */
  readonly url: string
  readonly sends: { readonly tenant: boolean; readonly credentials: boolean }
  readonly clock: Outcome<Clock>
  /** Another address at which the API was found. */
  readonly foundAt?: string
  readonly targets: Outcome<readonly Target[]>
  /** Names of vLLM and of engines like it in the whole store, in the last hour. */
  readonly names: Outcome<ReadonlySet<string>>
  /** All names that the selector matches, in the last hour. */
  readonly selected: Outcome<ReadonlySet<string>>
  /** Where in the whole store vLLM's series are. */
  readonly places: Outcome<readonly PlaceSeen[]>
  /** `up` of what the selector matches. */
  readonly up: Outcome<readonly SeriesSeen[]>
  /** A series of each engine that the selector matches, now. */
  readonly series: Outcome<readonly SeriesSeen[]>
  /** Age of the newest sample of the last hour, by instance. */
  readonly ages: Outcome<ReadonlyMap<string, Seconds>>
  /** How often counters went down in half an hour, by instance. */
  readonly resets: Outcome<ReadonlyMap<string, number>>
  /** How often a process start went back in time in half an hour, by instance; a process that restarts never does. */
  readonly startsBack: Outcome<ReadonlyMap<string, number>>
  /** Samples of one round of scrapes that rules (metric_relabel_configs) kept from being stored. */
  readonly dropped: Outcome<number>
  /** Between two samples of one series; undefined with too few to tell. */
  readonly gap: Outcome<Seconds | undefined>
  readonly baselines: Readonly<Record<BaselineName, Outcome<boolean>>>
  readonly readings: readonly Reading[]
  /** What the reader had to say, such as how GPUs were matched. */
  readonly notes: readonly string[]
}

/** The server's clock as its queries and its `Date` header have it, and ours at the same time. */
export interface Clock {
  readonly evaluated: UnixSeconds
  readonly date?: UnixSeconds
  readonly here: UnixSeconds
}

/** What Prometheus scrapes, or would. */
export interface Target {
  readonly labels: Labels
  /** Without user, password and query. */
  readonly url: string
  readonly address: string
  readonly health: 'up' | 'down' | 'unknown'
  readonly lastError: string
  readonly interval?: Seconds
  readonly timeout?: Seconds
}

export interface SeriesSeen {
  readonly labels: Labels
  readonly value: number
}

/** A scrape job that has vLLM's series. */
export interface PlaceSeen {
  readonly job: string
  readonly namespace: string
  readonly engines: number
}
