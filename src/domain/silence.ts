import type { Incident } from './incident.ts'
import { type Matcher, anyOfValues, equals } from './matcher.ts'
import type { Seconds, UnixSeconds } from './time.ts'

/** What Alertmanager is asked to be quiet about. */
export interface NewSilence {
  readonly matchers: readonly Matcher[]
  readonly startsAt: UnixSeconds
  readonly endsAt: UnixSeconds
  readonly createdBy: string
  readonly comment: string
}

/** A silence as Alertmanager has it. */
export interface Silence extends NewSilence {
  readonly id: string
  readonly state: 'active' | 'pending' | 'expired'
}

/** A silence that somebody made in an incident's thread, as it is remembered. */
export interface KeptSilence {
  readonly id: string
  readonly cluster: string
  readonly incidentId: string
  readonly matchers: readonly Matcher[]
  readonly endsAt: UnixSeconds
  /** Slack's id of who made it. */
  readonly user: string
  readonly comment: string
  readonly end?: SilenceEnd
}

/** How a silence came to its end: by itself, or taken back by a person. */
export interface SilenceEnd {
  readonly at: UnixSeconds
  readonly undoneBy?: string
}

/** What a person is about to silence. */
export interface SilenceDraft {
  readonly incidentId: string
  readonly matchers: readonly Matcher[]
  readonly length: Seconds
  readonly comment: string
  /** How many labels the alerts have in common beside these. */
  readonly leftOut: number
}

/** Those that name a trouble best come first; more than these a person does not look through. */
const FIRST = ['alertname', 'cluster', 'namespace', 'model_name', 'instance', 'pod', 'job', 'severity']
const MOST_MATCHERS = 10
/** A label longer than this is no name; several alerts' names together may be longer. */
const LONGEST_VALUE = 150
const LONGEST_NAMES = 800
/** A dialog carries them all, in JSON of 3,000 characters with what else it carries (@slack/types, private_metadata). */
const LONGEST_TOGETHER = 2700

/**
 * The labels that an incident's alerts have in common, and their names: what is silenced is these alerts and what looks
 * like them, no more. Those that fire count, all where none does.
 */
export function commonMatchers({ episodes }: Pick<Incident, 'episodes'>): {
  readonly matchers: readonly Matcher[]
  readonly leftOut: number
} {
  const firing = episodes.filter(({ status }) => status === 'firing')
  const labels = (firing.length > 0 ? firing : episodes).map((episode) => episode.labels)
  const [first = {}] = labels
  const names = labels.map((one) => one['alertname'] ?? '')
  const alertname = names.includes('') ? [] : [anyOfValues('alertname', names)]
  const shared = Object.entries(first)
    .filter(([name, value]) => name !== 'alertname' && value !== '' && labels.every((one) => one[name] === value))
    .map(([name, value]) => equals(name, value))
  const all = [...alertname, ...shared.toSorted((one, other) => rankOf(one) - rankOf(other))]
  const matchers: Matcher[] = []
  for (const matcher of all) {
    const together = JSON.stringify([...matchers, matcher]).length
    if (isShort(matcher) && together <= LONGEST_TOGETHER && matchers.length < MOST_MATCHERS) matchers.push(matcher)
  }
  return { matchers, leftOut: all.length - matchers.length }
}

function isShort({ name, value }: Matcher): boolean {
  return name.length <= LONGEST_VALUE && value.length <= (name === 'alertname' ? LONGEST_NAMES : LONGEST_VALUE)
}

function rankOf({ name }: Matcher): number {
  const rank = FIRST.indexOf(name)
  return rank === -1 ? FIRST.length : rank
}

/** Whether a silence would take in whatever there is: nothing in it asks for a label that most alerts have not. */
export function isTooWide(matchers: readonly Matcher[]): boolean {
  return !matchers.some(narrows)
}

/** Texts that have nothing in common: what matches them all, matches all. */
const PROBES = ['a', 'Zz9', 'x-y.z/0', 'ж', ' ']

function narrows({ op, value }: Matcher): boolean {
  switch (op) {
    case '=':
      return value !== ''
    case '=~':
      return !matchesAny(value)
    case '!=':
    case '!~':
      return false
    default:
      return op satisfies never
  }
}

function matchesAny(pattern: string): boolean {
  try {
    const regex = new RegExp(`^(?:${pattern})$`, 'u')
    return regex.test('') || PROBES.every((probe) => regex.test(probe))
  } catch {
    return true
  }
}
