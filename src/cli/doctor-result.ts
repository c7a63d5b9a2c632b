import type { Facts } from '../audit/doctor/facts.ts'
import type { SignalLine } from '../audit/doctor/signal-table.ts'
import type { Walk } from '../audit/doctor/walk.ts'

/** What the doctor found; every format prints it and nothing else. */
export interface DoctorResult {
  readonly facts: Facts
  readonly walk: Walk
  readonly signals: readonly SignalLine[]
  readonly tookMs: number
}
