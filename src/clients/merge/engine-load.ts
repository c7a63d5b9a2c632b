import type { Evidence } from '../../domain/evidence.ts'
import { valueOf } from '../../domain/reading.ts'
import { type UnixSeconds, earlier } from '../../domain/time.ts'
import { lengthOf } from '../../domain/window.ts'
import type { Signal } from '../../signals/signal.ts'
import { WAITED } from '../../signals/vllm/onset.ts'
import { waitingRequests } from '../../signals/vllm/scheduler.ts'
import { arrivals, firstTokens, promptRate } from '../../signals/vllm/traffic.ts'

/** What the engines themselves say of the load: what a source of clients is held against. */
export interface EngineLoad {
  readonly promptTokensPerSecond?: number
  /** In the hour before. */
  readonly promptTokensPerSecondBefore?: number
  readonly requestsPerSecond?: number
  /** Since when requests wait; left out where none do, or it can't be told. */
  readonly queue?: QueueOnset
}

/** Requests wait since a moment between two: at `from` none did yet, left out where they did at every time that was read. */
export interface QueueOnset {
  readonly from?: UnixSeconds
  readonly to: UnixSeconds
}

export function engineLoadOf(evidence: Pick<Evidence, 'readings' | 'window'>, leastWaiting: number): EngineLoad {
  const read = (signal: Signal): number | undefined => {
    const reading = evidence.readings[signal.id]
    return reading?.status === 'present' ? valueOf(reading.fleet) : undefined
  }
  const length = lengthOf(evidence.window)
  const promptTokensPerSecond = read(promptRate)
  const promptTokensPerSecondBefore = hourBefore(evidence, promptRate)
  const arrived = read(arrivals)
  const requestsPerSecond = arrived === undefined || length <= 0 ? read(firstTokens) : arrived / length
  const queue = queueOnset(evidence.window.end, read, leastWaiting)
  return {
    ...(promptTokensPerSecond !== undefined && { promptTokensPerSecond }),
    ...(promptTokensPerSecondBefore !== undefined && { promptTokensPerSecondBefore }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(queue !== undefined && { queue }),
  }
}

function hourBefore({ readings }: Pick<Evidence, 'readings'>, { id }: Signal): number | undefined {
  const reading = readings[id]
  const before = reading?.status === 'present' ? reading.baselines.hour_before : undefined
  return before === undefined ? undefined : valueOf(before)
}

/** From now back, as long as requests wait. */
function queueOnset(
  end: UnixSeconds,
  read: (signal: Signal) => number | undefined,
  leastWaiting: number,
): QueueOnset | undefined {
  if ((read(waitingRequests) ?? 0) < leastWaiting) return undefined
  let to = end
  for (const { ago, signal } of WAITED) {
    const waited = read(signal)
    const at = earlier(end, ago)
    if (waited === undefined) return { to }
    if (waited < leastWaiting) return { from: at, to }
    to = at
  }
  return { to }
}
