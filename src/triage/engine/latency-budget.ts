import type { LatencyBudget, StageTime } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { Measure } from '../../domain/reading.ts'
import { absent, present } from '../../domain/reading.ts'
import type { Signal } from '../../signals/signal.ts'
import { gatewayLatency } from '../../signals/gateway.ts'
import { decodeMean, endToEndMean, prefillMean, queueMean } from '../../signals/vllm/latency.ts'
import { baselineAt, fleetBefore, fleetNow } from '../predicates/lookup.ts'
import { LEAST_GROWTH } from '../thresholds/latency.ts'

interface Pair {
  readonly now: Measure
  readonly baseline: Measure
}

/**
 * Where a request's time goes: queue, prefill, decode, the API server (end to end less the three) and outside (the
 * gateway less end to end), as means now and in the nearest baseline that end to end has, and each stage's part of the growth: of end to end for the
 * stages inside it, of the gateway's latency for what is outside.
 */
export function latencyBudget(evidence: Evidence): LatencyBudget {
  const [before = 'hour_before'] = fleetBefore(evidence, endToEndMean).map(([name]) => name)
  const read = (signal: Signal): Pair => ({
    now: fleetNow(evidence, signal),
    baseline: baselineAt(evidence, signal, before),
  })
  const queue = read(queueMean)
  const prefill = read(prefillMean)
  const decode = read(decodeMean)
  const e2e = read(endToEndMean)
  const apiServer = less(e2e, [queue, prefill, decode])
  const gateway = read(gatewayLatency)
  const outside = less(gateway, [e2e])
  const stage = (pair: Pair, whole: Pair): StageTime => ({
    ...pair,
    growthShare: shareOf(growthOf(pair), growthOf(whole)),
  })
  return {
    queue: stage(queue, e2e),
    prefill: stage(prefill, e2e),
    decode: stage(decode, e2e),
    api_server: stage(apiServer, e2e),
    outside: stage(outside, gateway),
    e2e: stage(e2e, e2e),
  }
}

/** The rest after taking parts away; it may come out slightly negative, since the clocks differ, and is clamped. */
function less(whole: Pair, parts: readonly Pair[]): Pair {
  const rest = (pick: (pair: Pair) => Measure): Measure => {
    const measures = [whole, ...parts].map(pick)
    const gone = measures.find((measure) => measure.status === 'absent')
    if (gone !== undefined) return gone
    const [total = 0, ...others] = measures.map((measure) => (measure.status === 'present' ? measure.value : 0))
    return present(Math.max(0, total - others.reduce((sum, value) => sum + value, 0)))
  }
  return { now: rest(({ now }) => now), baseline: rest(({ baseline }) => baseline) }
}

function growthOf({ now, baseline }: Pair): number | undefined {
  if (now.status === 'absent' || baseline.status === 'absent') return undefined
  return now.value - baseline.value
}

function shareOf(part: number | undefined, whole: number | undefined): Measure {
  if (part === undefined || whole === undefined) return absent('no_samples')
  return whole < LEAST_GROWTH ? absent('no_traffic') : present(Math.min(1, Math.max(0, part / whole)))
}
