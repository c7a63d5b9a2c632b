import { say } from '../../domain/text.ts'
import { gatewayLatency, gatewayRequests } from '../../signals/gateway.ts'
import { gpuBusy } from '../../signals/gpu.ts'
import { loggedDeaths, loggedNcclTimeouts, loggedWorkerDeaths, loggedWorkerHangs } from '../../signals/log.ts'
import { scrapeDuration } from '../../signals/scrape.ts'
import { endToEndMean, interTokenMean, interTokenP99, ttftP99 } from '../../signals/vllm/latency.ts'
import { runningRequests, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions, recentGeneration, recentSteps } from '../../signals/vllm/traffic.ts'
import { allAreRead } from '../predicates/all-read.ts'
import { allScraped, noneSilent } from '../engine/direct-word.ts'
import { fewerThanBefore } from './engines-flat.ts'
import { above, below, fell, rose } from '../predicates/fleet-tests.ts'
import { gatewayIsRead, gatewayServesThisFleet } from '../outside/gateway-test.ts'
import { NO_HARM } from './harm.ts'
import { fleetBefore, fleetNow } from '../predicates/lookup.ts'
import { logged } from '../engine/log-words.ts'
import type { Confirmation } from '../node.ts'
import { wereScaledAway } from '../outside/told-changes.ts'
import { allOf, anyOf, judge, not, whereThere } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { eitherOf } from '../predicates/row-logic.ts'
import { anyRow, rowAtLeast, rowIsZero, together } from '../predicates/row-tests.ts'
import { noneStarted } from '../engine/started.ts'
import { GPU_LOOKS_BUSY } from '../thresholds/gpu.ts'
import { LATE_SCRAPE, SLOWER, STIRRED, TOKEN_SLOWER, TOKEN_STIRRED } from '../thresholds/latency.ts'
import { FEWER_REQUESTS, STOPPED } from '../thresholds/load.ts'

/** An alert says when it began, and another day's baseline has not the trouble of this one in it. */
const baselineIsSound: Predicate = {
  reads: [endToEndMean],
  text: 'the baseline lies before an alert, or another day agrees',
  evaluate(evidence) {
    const now = fleetNow(evidence, endToEndMean)
    const days = fleetBefore(evidence, endToEndMean).length
    const holds = evidence.alerts.length > 0 || days > 1 ? 'yes' : 'no'
    return judge({
      evidence,
      signal: endToEndMean,
      now,
      threshold: say`an alert or another day to compare with`,
      holds,
    })
  },
}

const NONE_STARTED: Confirmation = {
  test: noneStarted,
  strength: 'supports',
  excludes: 'engine.crash_loop',
  settleWith: say`an instance has just started: kubectl get pods`,
}

const NONE_SILENT: Confirmation = {
  test: noneSilent,
  strength: 'supports',
  excludes: 'instance.down',
  settleWith: say`an instance is scraped, but stays silent when asked directly: curl -m 5 -sS <instance>/health`,
}

/** Whatever scrapes writes down how long it took, so where that is not there nobody knows. */
const NONE_SCRAPED_LATE: Confirmation = {
  test: not(anyRow(rowAtLeast(scrapeDuration, LATE_SCRAPE))),
  strength: 'supports',
  excludes: 'frontend.event_loop_block',
  settleWith: say`does an instance answer scrapes late? Send a one-token request to it`,
}

const ALL_SCRAPED: Confirmation = {
  test: allScraped,
  strength: 'supports',
  excludes: 'telemetry.missing',
  settleWith: say`an instance answers when asked directly and is scraped by nobody: add it to the targets`,
}

/** Whom nobody asks and no target names is known of by the hour before alone. */
const NONE_GONE: Confirmation = {
  test: anyOf(not(fewerThanBefore), wereScaledAway),
  strength: 'supports',
  excludes: 'instance.down',
  settleWith: say`fewer instances are up than before: were they taken away on purpose? kubectl get pods`,
}

/** The gauges of an engine that died or was blocked before it took a request read as those of an idle one. */
export const CALM_AT_REST: readonly Confirmation[] = [
  NONE_SILENT,
  NONE_STARTED,
  {
    test: not(whereThere(anyRow(logged(loggedDeaths, loggedWorkerDeaths, loggedWorkerHangs, loggedNcclTimeouts)))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`a log tells of workers or engines that died or hang: send a one-token request to each instance`,
  },
  NONE_SCRAPED_LATE,
  ALL_SCRAPED,
  NONE_GONE,
  allAreRead(runningRequests),
  {
    test: below(gatewayRequests, STOPPED.least),
    strength: 'supports',
    excludes: 'outside',
    settleWith: say`do requests reach the gateway, and no engine? Send one through it`,
  },
  {
    test: not(whereThere(above(gpuBusy, GPU_LOOKS_BUSY))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`GPUs are busy with nothing running: send a one-token request to each instance`,
  },
  NO_HARM,
]

/** What must hold before calm is firm: each of these has been the first that showed of a trouble. */
export const CALM: readonly Confirmation[] = [
  {
    test: allOf(not(rose(endToEndMean, STIRRED)), not(rose(interTokenMean, TOKEN_STIRRED))),
    strength: 'supports',
    excludes: 'decode',
    settleWith: say`ask again in five minutes: latency has risen a little`,
  },
  {
    test: allOf(not(rose(ttftP99, SLOWER)), not(rose(interTokenP99, TOKEN_SLOWER))),
    strength: 'supports',
    excludes: 'prefill',
    settleWith: say`are a few requests far slower than the mean? Compare the P99 of the first token and between tokens with an hour ago`,
  },
  {
    test: allOf(not(rose(gatewayLatency, STIRRED)), gatewayServesThisFleet),
    strength: 'supports',
    excludes: 'outside',
    settleWith: say`compare the gateway's latency with the engines'`,
  },
  {
    test: gatewayIsRead,
    strength: 'supports',
    excludes: 'outside',
    settleWith: say`what lies before the engines was not read whole: look at the 5xx and 499 of the gateway, and at its time to first token`,
  },
  {
    test: not(anyRow(eitherOf(rowIsZero(completions), together(rowIsZero(recentGeneration), rowIsZero(recentSteps))))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`send a one-token request to each instance: one has finished nothing, or makes no steps`,
  },
  NONE_STARTED,
  NONE_SILENT,
  NONE_SCRAPED_LATE,
  ALL_SCRAPED,
  NONE_GONE,
  allAreRead(waitingMean, interTokenMean),
  {
    test: not(fell(completions, FEWER_REQUESTS)),
    strength: 'supports',
    excludes: 'outside',
    settleWith: say`fewer requests come than before: look at the gateway's errors`,
  },
  {
    test: baselineIsSound,
    strength: 'supports',
    excludes: 'decode',
    settleWith: say`trouble older than an hour looks like the hour before it: compare with yesterday`,
  },
  NO_HARM,
]
