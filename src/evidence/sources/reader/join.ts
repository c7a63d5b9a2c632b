import type { Matcher } from '../../../domain/matcher.ts'
import { groupedBy } from '../../../domain/once.ts'
import type { Labels } from '../../../domain/series.ts'
import { escapeRegex } from '../../../signals/escape.ts'

/** Whose an exporter's series are. */
export interface Join {
  /** The labels that tell the series of one owner from those of another; the first says most. */
  readonly labels: readonly [string, ...string[]]
  /** By the values of these labels. */
  readonly owners: ReadonlyMap<string, Owners>
  /** Every series that the store knows belongs to an instance. */
  readonly isWhole: boolean
  readonly note: string
}

export interface Owners {
  readonly instances: readonly string[]
  /** Nothing tells whose of several the value is. */
  readonly isShared: boolean
}

/** One way to find the instances of a series. */
export interface Way {
  readonly labels: Join['labels']
  /** By what they are matched, for people. */
  readonly said: string
  readonly ofSeries: (series: Labels) => readonly string[]
  readonly ofEngine: (engine: Labels) => readonly string[]
  /** Why series of one owner may not be of this instance, if they may not. */
  readonly doubt?: (series: readonly Labels[], instances: readonly string[]) => string | undefined
}

export interface Joined {
  /** What is joined, for people: `GPUs`. */
  readonly what: string
  readonly engines: readonly Labels[]
  readonly series: readonly Labels[]
  readonly instanceLabel: string
}

/** Joins by the first of the ways that finds an instance; undefined when no label tells. */
export function joinBy(ways: readonly Way[], joined: Joined): Join | undefined {
  for (const way of ways) {
    const join = joinOneWay(way, joined)
    if (join !== undefined) return join
  }
  return undefined
}

/** The instances that a series with these labels belongs to. */
export function ownersOf(join: Join | undefined, labels: Labels): Owners {
  return join?.owners.get(keyOf(join.labels, labels)) ?? NOBODY
}

const NOBODY: Owners = { instances: [], isShared: false }

/** What narrows a query to the series that belong to instances; nothing where all do. */
export function narrowedBy(join: Join | undefined): readonly Matcher[] {
  if (join === undefined || join.isWhole) return []
  const keys = [...join.owners.keys()].map(splitKey)
  return join.labels.map((name, index) => {
    const values = new Set(keys.map((key) => key[index] ?? ''))
    return { name, op: '=~', value: [...values].map(escapeRegex).join('|') }
  })
}

function joinOneWay(way: Way, { what, engines, series, instanceLabel }: Joined): Join | undefined {
  const instancesBy = new Map<string, Set<string>>()
  for (const engine of engines) {
    const instance = engine[instanceLabel]
    if (instance === undefined) continue
    for (const key of way.ofEngine(engine)) instancesBy.set(key, (instancesBy.get(key) ?? new Set()).add(instance))
  }
  const groups = groupedBy(series, (one) => keyOf(way.labels, one))
  const doubts = new Set<string>()
  const owners = new Map<string, Owners>()
  for (const [key, group] of groups) {
    const [first] = group
    const keys = first === undefined ? [] : way.ofSeries(first)
    const instances = [...new Set(keys.flatMap((one) => [...(instancesBy.get(one) ?? [])]))]
    if (instances.length === 0) continue
    const why = way.doubt?.(group, instances)
    if (why !== undefined) doubts.add(why)
    owners.set(key, { instances, isShared: why !== undefined })
  }
  if (owners.size === 0) return undefined
  const by = `${what} are matched to instances by ${way.said} (label ${way.labels[0]})`
  return {
    labels: way.labels,
    owners,
    isWhole: owners.size === groups.size,
    note: [by, ...doubts].join('; '),
  }
}

function keyOf(names: Join['labels'], labels: Labels): string {
  return JSON.stringify(names.map((name) => labels[name] ?? ''))
}

function splitKey(key: string): readonly string[] {
  const values: unknown = JSON.parse(key)
  return Array.isArray(values) ? values.map(String) : []
}
