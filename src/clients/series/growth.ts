import type { Matcher } from '../../domain/matcher.ts'
import { type UnixSeconds, elapsed, seconds } from '../../domain/time.ts'
import { type Window, lengthOf } from '../../domain/window.ts'
import { selectorText } from '../../signals/selector.ts'
import { durationText } from '../../signals/to-promql.ts'

export interface CounterSelector {
  readonly name: string
  readonly matchers: readonly Matcher[]
}

/**
 * By how much each series grew in a span, resets seen. `increase` begins at a series' first sample, so the first requests
 * of a client that was never there before would be lost, and with few scrapes all of them. Where its target had other
 * series of the counter at the span's start, the series began at zero within the span, and its last value is what it grew by;
 * of a target that was not read at that time nobody knows what it had counted before, and `increase` stands.
 */
export function growthText({ name, matchers }: CounterSelector, span: Window, evaluatedAt: UnixSeconds): string {
  const selector = selectorText(name, matchers)
  const everywhere = selectorText(name, [])
  const length = lengthOf(span)
  const back = elapsed(span.end, evaluatedAt)
  const at = offsetText(back)
  const atStart = offsetText(back + length)
  const range = `[${durationText(length)}]${at}`
  const newborn = `(last_over_time(${selector}${range}) unless ${selector}${atStart})`
  return `(${newborn} and on (job, instance) ${everywhere}${atStart} or increase(${selector}${range}))`
}

/** Growth by minute, for a range of minutes: over two of them, since a minute may hold one sample of a slow scrape. */
export function minuteText({ name, matchers }: CounterSelector): string {
  return `increase(${selectorText(name, matchers)}[2m]) / 2`
}

function offsetText(back: number): string {
  return back === 0 ? '' : ` offset ${durationText(seconds(back))}`
}
