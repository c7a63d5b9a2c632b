import type { BalancerPolicy } from './traffic/balancer.ts'
import type { ClientChange } from './traffic/client-spec.ts'

/** Instance addresses (`10.0.1.22:8000`), or all of them. */
export type InstanceSelection = 'all' | readonly string[]

/** Something that is done to a fleet: by a scenario at its time, or by hand to mend it. */
export type FleetChange =
  | { readonly kind: 'weights'; readonly weights: 'even' | Readonly<Record<string, number>> }
  | { readonly kind: 'policy'; readonly policy: BalancerPolicy }
  | { readonly kind: 'client'; readonly client: string; readonly change: ClientChange }
  /** A request limit at the gateway; the client is named by id or by address. */
  | { readonly kind: 'limit_client'; readonly client: string; readonly requestsPerSecond: number }
  | { readonly kind: 'unlimit_client'; readonly client: string }
  | { readonly kind: 'clock'; readonly instances: InstanceSelection; readonly factor: number }
  | { readonly kind: 'frontend'; readonly instances: InstanceSelection; readonly seconds: number }
  | { readonly kind: 'gateway'; readonly overheadSeconds: number }
  | { readonly kind: 'hang'; readonly instances: InstanceSelection }
  /** The GPU reports an error to its driver, by NVIDIA's number. */
  | { readonly kind: 'xid'; readonly instances: InstanceSelection; readonly code: number }
  /** Stops the process now and has it serve again, with empty counters, after so long. */
  | { readonly kind: 'restart'; readonly instances: InstanceSelection; readonly downSeconds: number }
  | { readonly kind: 'stop'; readonly instances: InstanceSelection }
  | { readonly kind: 'start'; readonly instances: InstanceSelection }
  | {
      readonly kind: 'crash_loop'
      readonly instances: InstanceSelection
      readonly upSeconds: number
      readonly downSeconds: number
      /** The kernel kills it each time, for want of memory. */
      readonly isOutOfMemory?: true
    }

/** A change and its time, in seconds from the onset; negative is before it. */
export interface TimedChange {
  readonly afterOnset: number
  readonly change: FleetChange
}
