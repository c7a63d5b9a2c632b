import type { EngineAccess, GatewayAccess } from './access-log/record.ts'
import type { FleetChange } from './change.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { FleetSpec } from './fleet-spec.ts'
import type { Gpu } from './host/gpu.ts'
import type { Node } from './host/node.ts'
import type { Instance, InstanceWorld } from './instance.ts'
import type { Client } from './traffic/client.ts'
import type { Gateway, GatewayWorld } from './traffic/gateway.ts'

/** An instance with the machine it stands on. */
export interface Member {
  readonly instance: Instance
  readonly dialect: Dialect
  readonly gpu: Gpu
  readonly node: Node
  /** Grows with every planned start or stop, so that an older plan does nothing. */
  plan: number
}

/** A running fleet: its state at `now()`, moved on by `advanceTo` and changed by `apply`. */
export interface Fleet {
  readonly spec: FleetSpec
  readonly members: readonly Member[]
  readonly clients: readonly Client[]
  readonly gateway: Gateway
  readonly instanceWorld: InstanceWorld
  readonly gatewayWorld: GatewayWorld
  /** When the fleet began to run, in Unix seconds: what the clock counts from. */
  readonly start: number
  /** Seconds since the start. The model knows no other time, so a story is the same whenever it is told. */
  readonly clock: () => number
  readonly schedule: (at: number, run: () => void) => void
  /** Unix seconds. */
  readonly now: () => number
  /** Lets everything happen that happens up to then (Unix seconds); going back is nothing. */
  readonly advanceTo: (at: number) => void
  /** Does it now. Throws a FleetChangeError that names what the fleet does not have. */
  readonly apply: (change: FleetChange) => void
  /** The access records since the last call, in order of time. */
  readonly takeAccess: () => AccessRecords
}

export interface AccessRecords {
  readonly engine: readonly EngineAccess[]
  readonly gateway: readonly GatewayAccess[]
}
