import { say } from '../domain/text.ts'
import { gatewayLatency } from '../signals/gateway.ts'
import { gpuBusy } from '../signals/gpu.ts'
import { loggedDeaths, loggedNcclTimeouts, loggedWorkerDeaths, loggedWorkerHangs } from '../signals/log.ts'
import { scrapeDuration } from '../signals/scrape.ts'
import { endToEndMean, interTokenMean } from '../signals/vllm/latency.ts'
import { completions } from '../signals/vllm/traffic.ts'
import { allScraped, noneSilent } from './direct-word.ts'
import { above, fell, rose } from './fleet-tests.ts'
import { gatewayServesThisFleet } from './gateway-test.ts'
import { fleetBefore, fleetNow } from './lookup.ts'
import { logged } from './log-words.ts'
import type { Confirmation } from './node.ts'
import { whereThere } from './predicate.ts'
import { allOf, judge, not } from './predicate.ts'
import type { Predicate } from './predicate.ts'
import { anyRow, rowAtLeast, rowIsZero } from './row-tests.ts'
import { noneStarted } from './started.ts'
import { GPU_LOOKS_BUSY } from './thresholds/gpu.ts'
import { LATE_SCRAPE, STIRRED, TOKEN_STIRRED } from './thresholds/latency.ts'
import { FEWER_REQUESTS } from './thresholds/load.ts'

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
  {
    test: not(whereThere(above(gpuBusy, GPU_LOOKS_BUSY))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`GPUs are busy with nothing running: send a one-token request to each instance`,
  },
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
    test: allOf(not(rose(gatewayLatency, STIRRED)), gatewayServesThisFleet),
    strength: 'supports',
    excludes: 'outside',
    settleWith: say`compare the gateway's latency with the engines'`,
  },
  {
    test: not(anyRow(rowIsZero(completions))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`send a one-token request to each instance: one has finished nothing`,
  },
  NONE_STARTED,
  NONE_SILENT,
  NONE_SCRAPED_LATE,
  ALL_SCRAPED,
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
]
