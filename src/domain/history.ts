import type { UnixSeconds } from './time.ts'

/** One number at each of a history's times; undefined where there is none, which is neither zero nor what was before. */
export type Track = readonly (number | undefined)[]

export interface InstanceTrack {
  readonly instance: string
  readonly track: Track
}

export const DRAWN_STAGES = ['queue', 'prefill', 'decode', 'api_server'] as const
export type DrawnStage = (typeof DRAWN_STAGES)[number]

/** How an incident came about, for a chart: every track has a number, or none, at each of the times. */
export interface History {
  /** At even steps, the oldest first. */
  readonly times: readonly UnixSeconds[]
  /** Mean seconds in each stage, of the requests that finished. */
  readonly stages: Readonly<Record<DrawnStage, Track>>
  /** Requests waiting. */
  readonly waiting: readonly InstanceTrack[]
  /** Requests per second that came. */
  readonly arrivals: readonly InstanceTrack[]
}

export function isEmpty(track: Track): boolean {
  return track.every((value) => value === undefined)
}
