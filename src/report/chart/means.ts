import type { Track } from '../../domain/history.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'

/** The mean of what a track has in a time; undefined where it has nothing there. */
export function meanIn(
  track: Track | undefined,
  times: readonly UnixSeconds[],
  { start, end }: Window,
): number | undefined {
  return meanOf((track ?? []).filter((_, index) => isIn(times[index], start, end)))
}

/** The mean of tracks at each time, of those that have a number then. */
export function meanTrack(tracks: readonly Track[], length: number): Track {
  return Array.from({ length }, (_, index) => meanOf(tracks.map((track) => track[index])))
}

/** What tracks are together at each time; undefined where one of them has no number. */
export function sumTrack(tracks: readonly Track[], length: number): Track {
  const add = (sum: number | undefined, one: number | undefined): number | undefined =>
    sum === undefined || one === undefined ? undefined : sum + one
  return Array.from({ length }, (_, index) => tracks.map((track) => track[index]).reduce(add, 0))
}

function meanOf(values: Track): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}

function isIn(at: UnixSeconds | undefined, start: UnixSeconds, end: UnixSeconds): boolean {
  return at !== undefined && at > start && at <= end
}
