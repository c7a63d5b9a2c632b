import type { Evidence } from '../../src/domain/evidence.ts'
import { type Seconds, type UnixSeconds, minutes } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { gather } from '../../src/evidence/gather.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'

export interface GatherAt {
  readonly end: UnixSeconds
  /** Of the window; five minutes unless stated. */
  readonly length?: Seconds
  readonly alerts?: readonly string[]
  readonly modelName?: string
}

/** Every signal from one source, in the window that ends then; a busy machine is waited for. */
export function gatherFrom(
  source: EvidenceSource,
  { end, length = minutes(5), alerts = [], modelName }: GatherAt,
): Promise<Evidence> {
  const window = windowEnding(end, length)
  return gather({
    sources: [source],
    signals: SIGNALS,
    scope: { cluster: 'prod', ...(modelName !== undefined && { modelName }) },
    window,
    baselines: baselinesOf(window, window.start),
    expectations: {},
    alerts,
    takenAt: end,
    deadlineSeconds: 20,
  })
}
