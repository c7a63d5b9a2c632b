import { type Seconds, minutes, seconds } from '../../domain/time.ts'
import type { Facts, PrometheusFacts, Settings } from './facts.ts'

/** Where nobody knows how often is scraped. */
const UNSTATED = minutes(2)
const SCRAPES = 4

/** A sample older than this was missed by several scrapes. */
export function oldestFresh(prometheus: Pick<PrometheusFacts, 'gap' | 'targets'>): Seconds {
  const interval = scrapeInterval(prometheus)
  return interval === undefined ? UNSTATED : seconds(SCRAPES * interval)
}

/** As the samples have it, else as the targets are configured. */
export function scrapeInterval({ gap, targets }: Pick<PrometheusFacts, 'gap' | 'targets'>): Seconds | undefined {
  if (gap.status === 'ok' && gap.value !== undefined) return gap.value
  const stated = targets.status === 'ok' ? targets.value.flatMap(({ interval }) => interval ?? []) : []
  return stated.length === 0 ? undefined : seconds(Math.max(...stated))
}

/** Whether samples of the fleet arrive, which shows that all before it works. */
export function hasFreshSeries({ prometheus }: Facts): boolean {
  if (prometheus === undefined || prometheus.ages.status === 'failed' || isNoneUp(prometheus)) return false
  const limit = oldestFresh(prometheus)
  return [...prometheus.ages.value.values()].some((age) => age <= limit)
}

/** Whether scrapes of the fleet are known, and each of them fails. */
export function isNoneUp({ up }: Pick<PrometheusFacts, 'up'>): boolean {
  return up.status === 'ok' && up.value.length > 0 && up.value.every(({ value }) => value !== 1)
}

/** Instances of which each scrape fails; of one that two jobs scrape, both. */
export function downInstances({ up }: Pick<PrometheusFacts, 'up'>, { instanceLabel }: Settings): readonly string[] {
  const rows = up.status === 'ok' ? up.value : []
  const nameOf = ({ labels }: (typeof rows)[number]): string => labels[instanceLabel] ?? labels['instance'] ?? '?'
  const there = new Set(rows.filter(({ value }) => value === 1).map(nameOf))
  return [...new Set(rows.map(nameOf))].filter((name) => !there.has(name))
}
