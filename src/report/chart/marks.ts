import type { UnixSeconds } from '../../domain/time.ts'
import { formatClock } from '../format.ts'
import type { TriageResult } from '../triage-result.ts'
import { label } from './label.ts'

/** As many as can be told apart above one chart. */
const MOST_CHANGES = 4
const LONGEST_TEXT = 44

export interface ChangeMark {
  readonly at: UnixSeconds
  /** What stands above its line, and before its text in the key. */
  readonly sign: string
  readonly text: string
}

export interface Marks {
  readonly onset: { readonly at: UnixSeconds; readonly text: string; readonly isPaged: boolean } | undefined
  readonly changes: readonly ChangeMark[]
  /** How many earlier ones are not marked. */
  readonly unmarked: number
  /** Since when the trouble is drawn. */
  readonly since: UnixSeconds
}

/** When it began, and what is known to have been done to the fleet, as far as the chart reaches. */
export function marksOf(
  { incident, evidence }: Pick<TriageResult, 'incident' | 'evidence'>,
  times: readonly UnixSeconds[],
): Marks {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isDrawn = ({ at }: { readonly at: UnixSeconds }): boolean => at >= first && at <= last
  const drawn = evidence.changes.filter(isDrawn)
  const changes = drawn.slice(-MOST_CHANGES).map(({ at, kind, text }, index) => ({
    at,
    sign: String(index + 1),
    text: `${formatClock(at)} ${kind}: ${label(text, LONGEST_TEXT)}`,
  }))
  const { startsAt } = incident
  const since = startsAt ?? evidence.window.start
  const said = startsAt === undefined ? 'looked at since' : 'alert'
  const onset = { at: since, text: `${said} ${formatClock(since)}`, isPaged: startsAt !== undefined }
  return {
    onset: isDrawn(onset) ? onset : undefined,
    changes,
    unmarked: drawn.length - changes.length,
    since,
  }
}
