import type { ClientIdentity } from '../../domain/clients.ts'
import type { Matcher } from '../../domain/matcher.ts'
import type { Labels } from '../../domain/series.ts'
import type { Measure } from '../to-reading.ts'
import { LIMITED } from '../failed.ts'
import { isUnnamed } from '../unnamed.ts'

/** The series of one gateway or mesh that carry a client. */
export interface SeriesFamily {
  /** As a reading names it. */
  readonly source: string
  /** The best first: the first two that name anybody are read. */
  readonly identities: readonly SeriesIdentity[]
  /** The first whose requests are there is read, and no other: two of them count the same requests. */
  readonly variants: readonly SeriesVariant[]
  /** What to set so that it names clients, where it names none. */
  readonly mend: string
}

export interface SeriesIdentity {
  readonly identity: ClientIdentity
  /** By these series are added up. */
  readonly labels: readonly string[]
  /** The client's name by them, or one of nobody's. */
  readonly nameOf: (labels: Labels) => string
}

export interface SeriesVariant {
  readonly requests: SeriesCounter
  /** Of each measure the first that is there. */
  readonly measures: readonly (readonly [Exclude<Measure, 'requests'>, readonly SeriesCounter[]])[]
  /** Counts the tries that went to each upstream, told by a label. */
  readonly upstreams?: { readonly counter: SeriesCounter; readonly label: string }
  readonly note?: string
}

/** A counter, by the names it had from release to release. */
export interface SeriesCounter {
  readonly names: readonly string[]
  readonly where?: readonly Matcher[]
  /** It is there when series match this, too; those that do not are read with them. */
  readonly needs?: readonly Matcher[]
  /** A part of it: that none match says that nothing of the kind happened. */
  readonly of?: readonly Matcher[]
  /** To the measure's unit. */
  readonly factor?: number
}

/** The first of the labels that names somebody. */
export function firstOf(...labels: readonly string[]): Pick<SeriesIdentity, 'labels' | 'nameOf'> {
  return { labels, nameOf: (own) => labels.map((label) => own[label] ?? '').find((name) => !isUnnamed(name)) ?? '' }
}

/** `namespace/name`, or the name alone where no namespace is told. */
export function within(namespace: string, name: string): Pick<SeriesIdentity, 'labels' | 'nameOf'> {
  return {
    labels: [namespace, name],
    nameOf: (own) => {
      const called = own[name] ?? ''
      if (isUnnamed(called)) return ''
      const space = own[namespace] ?? ''
      return isUnnamed(space) ? called : `${space}/${called}`
    },
  }
}

/** `litellm_x` on the wire is `litellm_x_total`; what passed through another collector may have lost the ending. */
export function withTotal(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`${name}_total`, name])
}

export function is(name: string, value: string): Matcher {
  return { name, op: '=', value }
}

/** Without what a limit refused: no engine saw it. */
export function notLimited(label: string): Matcher {
  return { name: label, op: '!=', value: String(LIMITED) }
}

export function matches(name: string, value: string): Matcher {
  return { name, op: '=~', value }
}
