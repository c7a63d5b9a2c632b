import type { History, InstanceTrack, Track } from '../../domain/history.ts'
import type { Window } from '../../domain/window.ts'
import { meanIn, meanTrack } from './means.ts'

/** As many lines as the eye follows. */
const MOST = 6
/** So much more than its peers' mean has one that is drawn as hot; below that a fleet is as even as chance makes it. */
const HOT_FACTOR = 1.5

export interface DrawnInstance {
  readonly name: string
  readonly isHot: boolean
  readonly waiting: Track | undefined
  readonly arrivals: Track | undefined
}

export interface Chosen {
  readonly shown: readonly DrawnInstance[]
  /** Those not shown by themselves: how many, and their mean; undefined where all are shown. */
  readonly others: { readonly count: number; readonly waiting: Track; readonly arrivals: Track } | undefined
}

/** The instances with the most waiting in the window, then those with the most arrivals. */
export function topInstances({ waiting, arrivals, times }: History, window: Window): Chosen {
  const waitingOf = new Map(waiting.map((one) => [one.instance, one.track]))
  const arrivalsOf = new Map(arrivals.map((one) => [one.instance, one.track]))
  const meansOf = (tracks: ReadonlyMap<string, Track>, name: string): number =>
    meanIn(tracks.get(name), times, window) ?? 0
  const ranked = [...new Set([...waitingOf.keys(), ...arrivalsOf.keys()])]
    .map((name): Ranked => ({ name, queue: meansOf(waitingOf, name), load: meansOf(arrivalsOf, name) }))
    .toSorted(byQueueThenLoad)
  const isHot = isAbovePeers(ranked.map(({ queue }) => queue)) || isAbovePeers(ranked.map(({ load }) => load))
  const shown = ranked.slice(0, MOST).map(({ name }, index) => ({
    name,
    isHot: isHot && index === 0,
    waiting: waitingOf.get(name),
    arrivals: arrivalsOf.get(name),
  }))
  const hidden = new Set(ranked.slice(MOST).map(({ name }) => name))
  const rest = (tracks: readonly InstanceTrack[]): Track =>
    meanTrack(
      tracks.filter(({ instance }) => hidden.has(instance)).map(({ track }) => track),
      times.length,
    )
  const others = { count: hidden.size, waiting: rest(waiting), arrivals: rest(arrivals) }
  return { shown, others: hidden.size === 0 ? undefined : others }
}

interface Ranked {
  readonly name: string
  readonly queue: number
  readonly load: number
}

function byQueueThenLoad(one: Ranked, other: Ranked): number {
  if (one.queue !== other.queue) return other.queue - one.queue
  if (one.load !== other.load) return other.load - one.load
  return one.name < other.name ? -1 : 1
}

/** Whether the first has much more than the others have in the mean. */
function isAbovePeers([first = 0, ...peers]: readonly number[]): boolean {
  if (first <= 0 || peers.length === 0) return false
  const mean = peers.reduce((sum, one) => sum + one, 0) / peers.length
  return first >= HOT_FACTOR * mean
}
