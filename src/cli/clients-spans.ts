import { parseDuration } from '../config/parse-duration.ts'
import { type Seconds, type UnixSeconds, hours, minutes, unixSeconds } from '../domain/time.ts'
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

/** When the newest line was written, where there are times. */
export interface EndOfText {
  readonly newest: UnixSeconds | undefined
  readonly now: UnixSeconds
}

/**
 * The times to count; none where nobody asked for a part, so that all of the text is counted.
 *
 * @param endOfText asked where nobody gave the end of the window
 * @returns the times with, where the newest line is of a time to come, that time: the window ends now then
 * @throws UsageError naming the option
 */
export async function clientSpans(
  { since, baseline, at }: Pick<ClientsOptions, 'since' | 'baseline' | 'at'>,
  endOfText: () => Promise<EndOfText>,
): Promise<{ readonly spans: ClientSpans; readonly ahead?: UnixSeconds }> {
  if (since === undefined && baseline === undefined && at === undefined) return { spans: {} }
  const length = lengthIn(since ?? DEFAULT_SINCE, '--since')
  const before = baseline === undefined ? undefined : lengthIn(baseline, '--baseline')
  const { end, ...told } = at === undefined ? endIn(await endOfText()) : { end: parseTime(at, '--at') }
  const window = windowEnding(end, length)
  const compared = before === undefined ? {} : { baseline: windowEnding(unixSeconds(window.start), before) }
  return { spans: { window, ...compared }, ...told }
}

/** One line that is written wrong, or by a clock that is, must not move the window away from all the others. */
function endIn({ newest, now }: EndOfText): { readonly end: UnixSeconds; readonly ahead?: UnixSeconds } {
  if (newest === undefined) return { end: now }
  return newest <= now + CLOCKS_APART ? { end: newest } : { end: now, ahead: newest }
}

/** How far the clocks of two machines may be apart and still be called the same. Starting point. */
const CLOCKS_APART = minutes(5)

function lengthIn(text: string, option: string): Seconds {
  const length = parseDuration(text)
  if (length === undefined) throw new UsageError(`${option} "${text}" is not a duration; write it like 10m or 1h30m`)
  if (length <= 0 || length > LONGEST) {
    throw new UsageError(`${option} ${text} is out of range; choose something up to 31d, such as 10m`)
  }
  return length
}
