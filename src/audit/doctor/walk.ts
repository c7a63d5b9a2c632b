import type { Speak } from '../../domain/text.ts'
import type { Facts } from './facts.ts'
import { hasFreshSeries } from './freshness.ts'
import { findingIn } from './link.ts'
import type { Finding, Link, LinkId } from './link.ts'
import { baselines } from './links/baselines.ts'
import { endpoint } from './links/endpoint.ts'
import { expected } from './links/expected.ts'
import { freshness } from './links/freshness.ts'
import { interval } from './links/interval.ts'
import { gateway, gpus, hosts } from './links/joins.ts'
import { labels } from './links/labels.ts'
import { names } from './links/names.ts'
import { query } from './links/query.ts'
import { selector } from './links/selector.ts'
import { series } from './links/series.ts'
import { target } from './links/target.ts'

/** From the engine outward. */
const LINKS: readonly Link[] = [
  endpoint,
  series,
  target,
  query,
  names,
  selector,
  labels,
  freshness,
  interval,
  baselines,
  expected,
  gpus,
  hosts,
  gateway,
]

/** Those that there are where nothing is asked but the engines themselves. */
const OF_ENGINES: readonly LinkId[] = ['endpoint', 'series', 'expected']

export interface Examined {
  readonly id: LinkId
  readonly question: string
  readonly finding: Finding
}

export type Standing = 'ok' | 'broken' | 'unknown'

export interface Walk {
  readonly links: readonly Examined[]
  /**
   * `broken` when a link is; `ok` when none is and samples of the fleet arrive, which shows that the path holds even
   * where a link could not be looked at; else `unknown`.
   */
  readonly standing: Standing
}

/** Looks at each link of the path with what was gathered. */
export function walk(facts: Facts, speak: Speak): Walk {
  const own = facts.prometheus === undefined ? LINKS.filter(({ id }) => OF_ENGINES.includes(id)) : LINKS
  const links = own.map(({ id, question, examine }) => ({ id, question, finding: findingIn(speak, examine(facts)) }))
  return { links, standing: standingOf(links, facts) }
}

/** The link to mend first. */
export function firstBroken({ links }: Walk): Examined | undefined {
  return links.find(({ finding }) => finding.status === 'broken')
}

function standingOf(links: readonly Examined[], facts: Facts): Standing {
  if (links.some(({ finding }) => finding.status === 'broken')) return 'broken'
  const arrives =
    facts.prometheus === undefined ? links.every(({ finding }) => finding.status === 'ok') : hasFreshSeries(facts)
  return arrives ? 'ok' : 'unknown'
}
