import { parseDuration } from '../config/parse-duration.ts'
import { type Seconds, type UnixSeconds, hours, unixSeconds } from '../domain/time.ts'
import { type Window, windowEnding } from '../domain/window.ts'
import type { ClientsOptions } from './clients-options.ts'
import { parseTime } from './parse-time.ts'
import { UsageError } from './usage-error.ts'

const DEFAULT_SINCE = '10m'
const LONGEST = hours(24 * 31)

export interface ClientSpans {
  readonly window?: Window
  readonly baseline?: Window
}

/**
 * The times to count; none where nobody asked for a part, so that all of the text is counted.
 *
 * @param endOfText when the newest line was written
 * @throws UsageError naming the option
 */
export async function clientSpans(
  { since, baseline, at }: Pick<ClientsOptions, 'since' | 'baseline' | 'at'>,
  endOfText: () => Promise<UnixSeconds>,
): Promise<ClientSpans> {
  if (since === undefined && baseline === undefined && at === undefined) return {}
  const length = lengthIn(since ?? DEFAULT_SINCE, '--since')
  const before = baseline === undefined ? undefined : lengthIn(baseline, '--baseline')
  const end = at === undefined ? await endOfText() : parseTime(at, '--at')
  const window = windowEnding(end, length)
  return before === undefined ? { window } : { window, baseline: windowEnding(unixSeconds(window.start), before) }
}

function lengthIn(text: string, option: string): Seconds {
  const length = parseDuration(text)
  if (length === undefined) throw new UsageError(`${option} "${text}" is not a duration; write it like 10m or 1h30m`)
  if (length <= 0 || length > LONGEST) {
    throw new UsageError(`${option} ${text} is out of range; choose something up to 31d, such as 10m`)
  }
  return length
}
