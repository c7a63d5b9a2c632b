import { type UnixSeconds, earlier, minutes } from '../../../domain/time.ts'
import type { LogReading } from '../../../vllm-log/log-reading.ts'

/** What one instance's log said. */
export interface InstanceLog {
  /** Its `instance` label, or what is known of it until the fleet's instances are: a pod, or the file's path. */
  readonly instance: string
  readonly reading: LogReading
  /** Whether the log holds all that was written in the half hour that is looked at. */
  readonly isCovered: boolean
}

/** Failures count for so long, as starts do. */
export const LOOK_BACK = minutes(30)

/**
 * The logs of the instances whose lines a file holds. Whose it is a person's word tells, else the collector's, else the
 * file's name; a file of several pods is no single instance's, whatever is said of it.
 */
export function toInstanceLogs(
  readings: readonly LogReading[],
  { instance, name, isWhole, end }: LogOrigin,
): readonly InstanceLog[] {
  const stated = readings.length === 1 ? instance : undefined
  return readings.map((reading) => ({
    instance: stated ?? reading.pod ?? name,
    reading,
    isCovered: isCovered(reading, isWhole, end),
  }))
}

export interface LogOrigin {
  /** By the settings. */
  readonly instance: string | undefined
  /** By the file. */
  readonly name: string
  /** Whether the files were read from their beginning. */
  readonly isWhole: boolean
  readonly end: UnixSeconds
}

function isCovered({ first, last, serving, isStarting }: LogReading, isWhole: boolean, end: UnixSeconds): boolean {
  if (first === undefined || last === undefined) return false
  const since = earlier(end, LOOK_BACK)
  const isOfItsStart = isWhole && (isStarting || serving.length > 0)
  return last >= since && (first <= since || isOfItsStart)
}
