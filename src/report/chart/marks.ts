import { type UnixSeconds, earlier, minutes, seconds } from '../../domain/time.ts'
import { formatClock } from '../format.ts'
import type { Charted } from './charted.ts'
import { label } from './label.ts'

/** As many as can be told apart above one chart. */
const MOST_CHANGES = 4
const LONGEST_TEXT = 44
/** Before the trouble as much as its own length, and no less than shows what was usual. */
const SHORTEST_LEAD = minutes(20)

export interface ChangeMark {
  readonly at: UnixSeconds
  /** What stands above its line, and before its text in the key. */
  readonly sign: string
  readonly text: string
}

export interface Marks {
  readonly onset: { readonly at: UnixSeconds; readonly text: string; readonly isPaged: boolean } | undefined
  /** When it was over, where it is. */
  readonly end: { readonly at: UnixSeconds; readonly text: string } | undefined
  readonly changes: readonly ChangeMark[]
  /** How many earlier ones are not marked. */
  readonly unmarked: number
  /** Since when the trouble is drawn. */
  readonly since: UnixSeconds
  /** Where the chart begins: of the time before it no more than leaves the trouble wide enough to be seen. */
  readonly drawnFrom: UnixSeconds
}

/** When it began, and what is known to have been done to the fleet, as far as the chart reaches. */
export function marksOf({ incident, evidence, endsAt }: Charted, times: readonly UnixSeconds[]): Marks {
  const [earliest = evidence.window.start, last = evidence.window.end] = [times[0], times.at(-1)]
  const { startsAt } = incident
  const since = startsAt ?? evidence.window.start
  const lead = seconds(Math.max(SHORTEST_LEAD, last - since))
  const first = times.find((at) => at >= earlier(since, lead)) ?? earliest
  const isDrawn = ({ at }: { readonly at: UnixSeconds }): boolean => at >= first && at <= last
  const drawn = evidence.changes.filter(isDrawn)
  const changes = drawn.slice(-MOST_CHANGES).map(({ at, kind, text }, index) => ({
    at,
    sign: String(index + 1),
    text: `${formatClock(at)} ${kind}: ${label(text, LONGEST_TEXT)}`,
  }))
  const said = startsAt === undefined ? 'looked at since' : 'alert'
  const onset = { at: since, text: `${said} ${formatClock(since)}`, isPaged: startsAt !== undefined }
  return {
    onset: isDrawn(onset) ? onset : undefined,
    end: endsAt === undefined ? undefined : { at: endsAt, text: `resolved ${formatClock(endsAt)}` },
    changes,
    unmarked: drawn.length - changes.length,
    since,
    drawnFrom: first,
  }
}
