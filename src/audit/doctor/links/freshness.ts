import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import { formatSeconds } from '../../../domain/quantity.ts'
import { type Seconds, minutes } from '../../../domain/time.ts'
import type { PrometheusFacts, Settings } from '../facts.ts'
import { isNoneUp, oldestFresh } from '../freshness.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { failureText, instancesText, someOf } from '../words.ts'

/** How long Prometheus takes the last sample for the present where no stale marker was written. */
const LOOKBACK = minutes(5)

/** Whether samples arrive now. */
export const freshness: Link = {
  id: 'freshness',
  question: 'Do samples arrive now?',
  examine: ({ prometheus, settings }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const { ages } = prometheus
    if (ages.status === 'failed') return unknown(say`not looked at: ${failureText(ages)}`)
    if (ages.value.size === 0) return unknown(say`no samples of the fleet in the last hour`)
    return judge(prometheus, ages.value, settings)
  },
}

function judge(prometheus: PrometheusFacts, ages: ReadonlyMap<string, Seconds>, settings: Settings): Finding<Text> {
  const limit = oldestFresh(prometheus)
  const all = [...ages].toSorted(([, one], [, other]) => other - one)
  const fresh = isNoneUp(prometheus) ? [] : all.filter(([, age]) => age <= limit)
  const old = all.filter(([, age]) => age > limit)
  const [newest] = all.toReversed()
  const [worst] = fresh
  if (worst === undefined) return allOld(prometheus, newest, settings)
  const lagging = old.filter(([instance]) => isSeenNow(prometheus, instance, settings))
  if (lagging.length > 0) {
    return broken(
      say`the newest sample of ${someOf(lagging.map(aged))} is late`,
      say`Scrapes fail or remote write lags: see lastError and prometheus_remote_storage_highest_timestamp_in_seconds on the Prometheus that scrapes:`,
      ["curl -sS 'http://PROMETHEUS:9090/api/v1/targets?state=active'"],
    )
  }
  const ended = old.length === 0 ? '' : say`; ended in the last hour: ${someOf(old.map(aged))}`
  return ok(
    say`${instancesText(fresh.length)}, the oldest sample is ${formatSeconds(Math.max(0, worst[1]))} old${ended}`,
  )
}

function allOld(
  prometheus: PrometheusFacts,
  newest: readonly [string, Seconds] | undefined,
  settings: Settings,
): Finding<Text> {
  if (newest === undefined) return unknown(say`no samples of the fleet in the last hour`)
  const isMarked = newest[1] < LOOKBACK && !isSeenNow(prometheus, newest[0], settings)
  const how = isMarked ? say`, and marked as ended: the scrape failed or its target is gone` : ''
  return broken(
    say`no sample of the fleet since ${formatSeconds(newest[1])}${how}`,
    say`Scraping stopped: see whether the target is up and still there, and whether Prometheus or its remote write runs. Its own word:`,
    ["curl -sS 'http://PROMETHEUS:9090/api/v1/targets?state=active'"],
  )
}

function isSeenNow({ series }: PrometheusFacts, instance: string, { instanceLabel }: Settings): boolean {
  return series.status === 'ok' && series.value.some(({ labels }) => labels[instanceLabel] === instance)
}

function aged([instance, age]: readonly [string, Seconds]): Text {
  return say`${instance} (${formatSeconds(age)} ago)`
}
