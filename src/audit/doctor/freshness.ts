import { type Seconds, minutes, seconds } from '../../domain/time.ts'
import type { Facts, PrometheusFacts } from './facts.ts'

/** Prometheus itself takes a sample for the present for five minutes; a fleet is lost sight of sooner. */
const LEAST = minutes(2)
const SCRAPES = 4

/** A sample older than this was missed by several scrapes. */
export function oldestFresh(prometheus: Pick<PrometheusFacts, 'gap' | 'targets'>): Seconds {
  return seconds(Math.max(LEAST, SCRAPES * (scrapeInterval(prometheus) ?? 0)))
}

/** As the samples have it, else as the targets are configured. */
export function scrapeInterval({ gap, targets }: Pick<PrometheusFacts, 'gap' | 'targets'>): Seconds | undefined {
  if (gap.status === 'ok' && gap.value !== undefined) return gap.value
  const stated = targets.status === 'ok' ? targets.value.flatMap(({ interval }) => interval ?? []) : []
  return stated.length === 0 ? undefined : seconds(Math.max(...stated))
}

/** Whether samples of the fleet arrive, which shows that all before it works. */
export function hasFreshSeries({ prometheus }: Facts): boolean {
  if (prometheus === undefined || prometheus.ages.status === 'failed') return false
  const limit = oldestFresh(prometheus)
  return [...prometheus.ages.value.values()].some((age) => age <= limit)
}
