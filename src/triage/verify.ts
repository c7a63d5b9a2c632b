import type { Cause } from '../domain/cause.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Measure } from '../domain/reading.ts'
import { absent, present, valueOf } from '../domain/reading.ts'
import type { Recovery, RecoveryLine, RecoveryOutcome, ShareLine } from '../domain/recovery.ts'
import { say } from '../domain/text.ts'
import type { Speak, Text } from '../domain/text.ts'
import type { Signal } from '../signals/signal.ts'
import { gatewayLatency } from '../signals/gateway.ts'
import { up } from '../signals/scrape.ts'
import { endToEndMean, ttftP99 } from '../signals/vllm/latency.ts'
import { kvPeak, kvUsage, waitingMean, waitingPeak, waitingRequests } from '../signals/vllm/scheduler.ts'
import { generation } from '../signals/vllm/traffic.ts'
import { upBy } from './predicates/change.ts'
import { decide } from './decide.ts'
import { baselineOf, fleetNow, rowsOf } from './predicates/lookup.ts'
import { nameAt } from './predicates/level.ts'
import { spreadOf } from './skew/skew.ts'
import { SLOWER } from './thresholds/latency.ts'
import { AT_WORK, SAME_TRAFFIC } from './thresholds/load.ts'
import { QUEUE } from './thresholds/queue.ts'

interface Again {
  /** Whether it is read again later, when the window holds nothing of the trouble. */
  readonly look: 'first' | 'last'
  readonly speak: Speak
}

/**
 * Reads again after *resolved* and says whether the trouble is gone, or only the traffic.
 *
 * @param worst the evidence of the incident's worst triage: its baselines are "before"
 * @param now evidence gathered after the alerts resolved
 */
export function verifyRecovery(worst: Evidence, now: Evidence, { look, speak }: Again): Recovery {
  const found = decide(now, speak).headline
  const isStillThere = standsFor(found.cause)
  const outcome = isStillThere ? STILL_THERE[look] : outcomeOf(worst, now)
  return {
    outcome,
    title: speak(
      isStillThere && look === 'last' ? say`The alert resolved, but I still find: ${found.title}` : TITLES[outcome],
    ),
    lines: [
      line({ title: say`waiting`, before: waitingMean, peak: waitingPeak, now: waitingRequests }, worst, now),
      line({ title: say`KV cache, fullest`, before: kvUsage, peak: kvPeak, now: kvPeak }, worst, now),
      line({ title: say`time to first token, P99`, before: ttftP99, peak: ttftP99, now: ttftP99 }, worst, now),
      line({ title: say`end to end, mean`, before: endToEndMean, peak: endToEndMean, now: endToEndMean }, worst, now),
      ...atGateway(worst, now),
      ...upLines(worst, now),
    ].map((one) => ({ ...one, title: speak(one.title) })),
    shares: sharesOf(worst, now),
  }
}

const TITLES: Readonly<Record<RecoveryOutcome, Text>> = {
  recovered: say`Recovered: the traffic is there and it is fast again.`,
  only_quieter: say`Only quieter: it is fast again, with much less traffic than before. The cause may still be there.`,
  no_traffic: say`No traffic: nothing is asked of the fleet, so nothing can be said of it.`,
  too_early: say`The alert has resolved; the last minutes still show the trouble, so I read again shortly.`,
  still_abnormal: say`The alert resolved, but the readings have not come back.`,
  unknown: say`The alert resolved; I can't read whether the fleet has.`,
}

const STILL_THERE = { first: 'too_early', last: 'still_abnormal' } as const

/** A cause to act on, not calm and not doubt. */
function standsFor(cause: Cause): boolean {
  return cause !== 'healthy' && cause !== 'inconclusive' && !cause.startsWith('benign.')
}

function outcomeOf(worst: Evidence, now: Evidence): RecoveryOutcome {
  const waiting = valueOf(fleetNow(now, waitingRequests))
  const tokens = valueOf(fleetNow(now, generation))
  const before = valueOf(baselineOf(worst, generation))
  const latency = valueOf(fleetNow(now, endToEndMean))
  const was = valueOf(baselineOf(worst, endToEndMean))
  if (waiting === undefined || tokens === undefined) return 'unknown'
  // A request that comes in mid-step waits for a moment anywhere: of a large fleet there is always one.
  const queue = QUEUE * Math.max(1, rowsOf(now, waitingRequests).length)
  if (tokens < AT_WORK && waiting < QUEUE) return 'no_traffic'
  if (waiting > queue) return 'still_abnormal'
  if (latency !== undefined && was !== undefined && upBy(SLOWER).holds(latency, was)) {
    return 'still_abnormal'
  }
  if (before === undefined || latency === undefined || was === undefined) return 'unknown'
  return tokens >= before * SAME_TRAFFIC ? 'recovered' : 'only_quieter'
}

function line(
  of: { readonly title: Text; readonly before: Signal; readonly peak: Signal; readonly now: Signal },
  worst: Evidence,
  now: Evidence,
): RecoveryLine<Text> {
  return {
    title: of.title,
    unit: of.now.unit,
    before: baselineOf(worst, of.before),
    peak: greatest(fleetNow(worst, of.peak), fleetNow(now, of.peak)),
    now: fleetNow(now, of.now),
  }
}

/** What clients saw, where the gateway is read. */
function atGateway(worst: Evidence, now: Evidence): readonly RecoveryLine<Text>[] {
  if (fleetNow(worst, gatewayLatency).status === 'absent') return []
  const of = { before: gatewayLatency, peak: gatewayLatency, now: gatewayLatency }
  return [line({ title: say`at the gateway, mean`, ...of }, worst, now)]
}

/** Where instances were missing, whether they are back. */
function upLines(worst: Evidence, now: Evidence): readonly RecoveryLine<Text>[] {
  const [before, peak, again] = [baselineOf(worst, up), fleetNow(worst, up), fleetNow(now, up)]
  const least = valueOf(peak) ?? Infinity
  const wereMissing = least < Math.max(valueOf(before) ?? 0, worst.expectations.instances ?? 0, valueOf(again) ?? 0)
  return wereMissing ? [{ title: say`instances up`, unit: up.unit, before, peak, now: again }] : []
}

function greatest(a: Measure, b: Measure): Measure {
  if (a.status === 'absent') return a
  return b.status === 'present' && b.value > a.value ? b : a
}

/** The shares of the instances that had the most at the worst; all of a small fleet. */
function sharesOf(worst: Evidence, now: Evidence): readonly ShareLine[] {
  const [peers] = spreadOf(worst, 'instance').peers
  if (peers === undefined) return []
  const spread = spreadOf(now, 'instance')
  const shares = new Map(
    spread.peers.flatMap(({ shares: rows }) => rows.map(({ key, share }) => [nameAt(key, 'instance'), share] as const)),
  )
  return peers.shares.slice(0, SHOWN).map(({ key, share }) => {
    const at = shares.get(nameAt(key, 'instance'))
    return { instance: key.instance, peak: present(share), now: at === undefined ? absent(spread.why) : present(at) }
  })
}

const SHOWN = 8
