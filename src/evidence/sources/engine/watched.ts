import { type Seconds, type UnixSeconds, elapsed, minutes, seconds, toIso, unixSeconds } from '../../../domain/time.ts'
import { type Baseline, type Window, lengthOf } from '../../../domain/window.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { Term } from '../../../signals/term.ts'
import type { GatherRequest } from '../../source.ts'

/** A request cut to the time that was watched. */
export interface Watched {
  readonly request: GatherRequest
  /** Signals that speak of a longer time than was watched; a part of it would be taken for the whole. */
  readonly withheld: readonly Signal[]
  readonly notes: readonly string[]
}

/** A baseline of fewer minutes is none. */
const SHORTEST_BASELINE = minutes(10)
/** Of a time that is nearly all watched the rest is taken to be like it. */
const NEARLY_ALL = 0.9

/**
 * Cuts window and baselines to what was watched since `start`. What a rate or a mean then says is said of less time, and
 * a note tells; a count over the whole time is left out, and so is a baseline that is not there.
 */
export function watchedSince(start: UnixSeconds, request: GatherRequest): Watched {
  const window = cut(request.window, start)
  const watchedFor = elapsed(start, request.window.end)
  const isWatched = ({ term }: Signal): boolean => watchedFor >= NEARLY_ALL * spanOf(term, lengthOf(request.window))
  const baselines = request.baselines.flatMap((baseline): readonly Baseline[] => {
    const rest = { ...baseline, ...cut(baseline, start) }
    return lengthOf(rest) >= Math.min(SHORTEST_BASELINE, lengthOf(baseline)) ? [rest] : []
  })
  return {
    request: { ...request, window, baselines, signals: request.signals.filter(isWatched) },
    withheld: request.signals.filter((signal) => !isWatched(signal)),
    notes: [...windowNote(request.window, window, start), ...baselinesNote(request.baselines, baselines, start)],
  }
}

function cut({ start, end }: Window, since: UnixSeconds): Window {
  return { start: unixSeconds(Math.min(Math.max(start, since), end)), end }
}

function windowNote(asked: Window, read: Window, start: UnixSeconds): readonly string[] {
  if (read.start === asked.start) return []
  const [part, whole] = [short(lengthOf(read)), short(lengthOf(asked))]
  return [`engines are watched since ${toIso(start)}: ${part} of the window's ${whole} are read`]
}

function baselinesNote(asked: readonly Baseline[], read: readonly Baseline[], start: UnixSeconds): readonly string[] {
  if (asked.length === 0) return []
  const partOf = (baseline: Baseline): string => {
    const whole = asked.find(({ name }) => name === baseline.name) ?? baseline
    const isPart = lengthOf(baseline) < lengthOf(whole)
    return isPart ? `${baseline.name} (${short(lengthOf(baseline))} of it)` : baseline.name
  }
  const there = read.map(partOf)
  const missing = asked.filter(({ name }) => !read.some((one) => one.name === name)).map(({ name }) => name)
  const said = there.length === 0 ? 'no baseline' : `baselines: ${there.join(', ')}`
  if (missing.length === 0 && !there.some((text) => text.includes('('))) return []
  const begins = toIso(start)
  return missing.length === 0
    ? [`${said}; the history begins at ${begins}`]
    : [`${said}; the history begins at ${begins}, after ${missing.join(', ')}`]
}

function short(length: Seconds): string {
  return length < 120 ? `${Math.round(length)} s` : `${Math.round(length / 60)} min`
}

/** How long must have been watched for the term's number to be what it says; zero where any part of the window does. */
function spanOf(term: Term, range: Seconds): Seconds {
  switch (term.kind) {
    case 'gauge':
    case 'histogram':
      return term.over ?? seconds(0)
    case 'growth':
    case 'changes':
      return term.over ?? range
    case 'counter':
      return term.over ?? (term.stat === 'rate' ? seconds(0) : range)
    case 'ratio':
      // Both sides shrink alike.
      return longest([term.of, term.by], seconds(0))
    case 'difference':
      return longest([term.of, term.less], range)
    case 'sum':
      return longest(term.terms, range)
    case 'scaled':
      return spanOf(term.term, range)
    case 'label_product':
      return seconds(0)
    default:
      return term satisfies never
  }
}

function longest(terms: readonly Term[], range: Seconds): Seconds {
  return seconds(Math.max(...terms.map((term) => spanOf(term, range))))
}
