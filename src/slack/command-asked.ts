import type { Seconds } from '../domain/time.ts'
import { seconds } from '../domain/time.ts'
import type { Text } from '../domain/text.ts'
import { EN } from './strings/en.ts'

/** What is asked about: a model, an instance or a cluster, and over which time. */
export interface Asked {
  readonly subject?: string
  readonly window?: Seconds
}

export type ReadAsked =
  | { readonly kind: 'asked'; readonly asked: Asked }
  /** `problem` is one line for the person. */
  | { readonly kind: 'mistake'; readonly problem: Text }

const MIN_WINDOW = 60
const MAX_WINDOW = 24 * 3600
/** Labels are rarely longer, and what was typed goes into queries and answers. */
const LONGEST_SUBJECT = 200

/** Reads the words behind a command: at most one subject and one window, in any order. */
export function readAsked(words: readonly string[]): ReadAsked {
  const { windows, subjects } = sorted(words)
  const [subject, ...others] = subjects
  if (others.length > 0) return mistake(EN.command.oneSubject(subjects.length))
  if (subject !== undefined && subject.length > LONGEST_SUBJECT) {
    return mistake(EN.command.longSubject(LONGEST_SUBJECT, subject.length))
  }
  const [window, ...more] = windows
  if (more.length > 0) return mistake(EN.command.oneWindow)
  if (window !== undefined && (window < MIN_WINDOW || window > MAX_WINDOW)) return mistake(EN.command.windowBounds)
  return {
    kind: 'asked',
    asked: { ...(subject === undefined ? {} : { subject }), ...(window === undefined ? {} : { window }) },
  }
}

function mistake(problem: Text): ReadAsked {
  return { kind: 'mistake', problem }
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const UNIT = /^(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)$/iu
const DURATION = /^(\d{1,6})(\p{L}+)$/u

/** Tells windows (`15m`, `15 min`, `2H`) from the names of models and instances. */
function sorted(words: readonly string[]): {
  readonly windows: readonly Seconds[]
  readonly subjects: readonly string[]
} {
  const windows: Seconds[] = []
  const subjects: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const withNext = parseWindow(`${word}${words[at + 1] ?? ''}`)
    const isNumber = /^\d+$/u.test(word)
    const window = isNumber ? withNext : parseWindow(word)
    if (window === undefined) subjects.push(word)
    else {
      windows.push(window)
      if (isNumber) at += 1
    }
  }
  return { windows, subjects }
}

function parseWindow(word: string): Seconds | undefined {
  const [, count = '', unit = ''] = DURATION.exec(word) ?? []
  if (!UNIT.test(unit)) return undefined
  return seconds(Number(count) * (UNITS[unit.slice(0, 1).toLowerCase()] ?? 1))
}
