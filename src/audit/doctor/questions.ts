import type { Matcher } from '../../domain/matcher.ts'
import { equals } from '../../domain/matcher.ts'
import type { Labels } from '../../domain/series.ts'
import { type Seconds, type UnixSeconds, hours, minutes } from '../../domain/time.ts'
import { type Family, exposedNames } from '../../signals/family.ts'
import { generatedTokens, kvCache, processStart, running, targetUp, waiting } from '../../signals/families.ts'
import { labelName } from '../../signals/escape.ts'
import { selectorMatchers, selectorText } from '../../signals/selector.ts'
import { durationText } from '../../signals/to-promql.ts'
import type { Settings } from './facts.ts'
import { RECOGNISED_NAMES } from './known-engines.ts'

/** How far back names and instances are looked for. */
const PAST = hours(1)
const HALF_HOUR = minutes(30)
/** Enough for some scrapes of a job that is scraped every few minutes. */
const SCRAPES = minutes(20)

/** Families of one series an engine, by which engines are counted; the first that is exposed is used. */
const COUNTED: readonly Family[] = [running, waiting, kvCache, generatedTokens]

/** The names by which engines are counted, the preferred first; none when none is exposed. */
export function countedNames(exposed: ReadonlySet<string>): readonly string[] {
  return COUNTED.map((family) => exposedNames(family, exposed)).find((names) => names.length > 0) ?? []
}

/** Everything in the store that an engine like vLLM may have written. */
export function anyEngine(): string {
  return selectorMatchers([{ name: '__name__', op: '=~', value: RECOGNISED_NAMES }])
}

export function placesQuery(names: readonly string[]): string {
  return oneOf(names, (name) => `count by (job,namespace) (last_over_time(${name}[${durationText(PAST)}]))`, [])
}

export function upQuery({ matchers }: Settings): string {
  return oneOf(targetUp.names, (name) => name, matchers)
}

/** One row for each series of an engine; `pid` tells those of older multi-process servers. */
export function seriesQuery(names: readonly string[], { matchers, instanceLabel }: Settings): string {
  const labels = new Set([instanceLabel, 'instance', 'engine', 'model_name', 'job', 'namespace', 'pod', 'pid'])
  const by = [...labels].map(labelName).join(',')
  return oneOf(names, (name) => `count by (${by}) (${name})`, matchers)
}

/** Exact for what is there now, to half a minute for what ended. */
export function agesQuery(names: readonly string[], { matchers, instanceLabel }: Settings): string {
  const by = labelName(instanceLabel)
  const now = oneOf(names, (name) => `max by (${by}) (timestamp(${name}))`, matchers)
  const past = oneOf(
    names,
    (name) => `max by (${by}) (max_over_time(timestamp(${name})[${durationText(PAST)}:30s]))`,
    matchers,
  )
  return `${now} or ${past}`
}

export function resetsQuery(exposed: ReadonlySet<string>, settings: Settings): string {
  return downQuery(exposedNames(generatedTokens, exposed), settings)
}

export function startsBackQuery(exposed: ReadonlySet<string>, settings: Settings): string {
  return downQuery(exposedNames(processStart, exposed), settings)
}

/** How often values went down, by instance. */
function downQuery(names: readonly string[], { matchers, instanceLabel }: Settings): string {
  const by = labelName(instanceLabel)
  return oneOf(names, (name) => `sum by (${by}) (resets(${name}[${durationText(HALF_HOUR)}]))`, matchers)
}

/** Whoever scrapes writes both beside `up`. */
export function droppedQuery({ matchers }: Settings): string {
  const sum = (name: string): string => `sum(${selectorText(name, matchers)})`
  return `${sum('scrape_samples_scraped')} - ${sum('scrape_samples_post_metric_relabeling')}`
}

/** The raw samples of one instance. */
export function samplesQuery(name: string, { matchers, instanceLabel }: Settings, labels: Labels): string {
  const instance = labels[instanceLabel] ?? ''
  const one: Matcher = equals(instanceLabel, instance)
  return `${selectorText(name, [...matchers, one])}[${durationText(SCRAPES)}]`
}

export function pastQuery(names: readonly string[], { matchers }: Settings, length: Seconds): string {
  return oneOf(names, (name) => `count(last_over_time(${name}[${durationText(length)}]))`, matchers)
}

export function rangeOf(now: UnixSeconds): Readonly<Record<'start' | 'end', string>> {
  return { start: String(now - PAST), end: String(now) }
}

/** The same expression of several names: what an earlier one has stands. Empty without names. */
function oneOf(
  names: readonly string[],
  expression: (selector: string) => string,
  matchers: readonly Matcher[],
): string {
  return names.map((name) => expression(selectorText(name, matchers))).join(' or ')
}
