import type { Seconds } from '../domain/time.ts'
import { seconds } from '../domain/time.ts'
import { nearestWord } from './command-nearest.ts'
import { wordsOf } from './command-words.ts'
import { EN } from './strings/en.ts'

/** What a person asked of `/vllm`, or of the bot by name. */
export type Command =
  | { readonly kind: 'why-slow'; readonly subject?: string; readonly window?: Seconds }
  | { readonly kind: 'help' }
  /** Not understood; `problem` is one line for the person. */
  | { readonly kind: 'mistake'; readonly problem: string }

/** The commands as help names them. */
const COMMANDS = ['why-slow', 'help'] as const
const HELP_WORDS = new Set(['help', '?', '-h', '--help'])
const WHY_WORDS = new Set(['why-slow', 'whyslow', 'why', 'slow', 'triage'])
const MIN_WINDOW = 60
const MAX_WINDOW = 24 * 3600
/** Labels are rarely longer, and what was typed goes into queries and answers. */
const LONGEST_SUBJECT = 200

export const HELP = EN.command.help

/**
 * Reads what was typed. It is typed on a phone at night: keyboards there change case, dashes and quotes by themselves, and
 * nobody remembers a syntax. What is not understood is a value and not an error, since the person is owed an answer.
 */
export function parseCommand(text: string): Command {
  const [typed = 'help', ...rest] = wordsOf(text)
  const first = typed.toLowerCase().replaceAll('_', '-')
  if (HELP_WORDS.has(first)) return { kind: 'help' }
  if (!WHY_WORDS.has(first)) return mistake(unknownText(typed))
  return whySlow(first === 'why' ? withoutSlow(rest) : rest)
}

/** `why slow`, `why is qwen slow`: the second word of the command, wherever it stands. */
function withoutSlow(asked: readonly string[]): readonly string[] {
  const at = asked.findIndex((word) => word.toLowerCase() === 'slow')
  return at === -1 ? asked : asked.toSpliced(at, 1)
}

function unknownText(typed: string): string {
  const nearest = nearestWord(typed, COMMANDS)
  const shown = Array.from(typed).slice(0, 40).join('')
  const hint = nearest === undefined ? EN.command.tryThese : EN.command.didYouMean(nearest)
  return EN.command.unknown(shown, hint)
}

function whySlow(asked: readonly string[]): Command {
  const { windows, subjects } = sorted(asked)
  const [subject, ...others] = subjects
  if (others.length > 0) return mistake(EN.command.oneSubject(subjects.length))
  if (subject !== undefined && subject.length > LONGEST_SUBJECT) {
    return mistake(EN.command.longSubject(LONGEST_SUBJECT, subject.length))
  }
  const [window, ...more] = windows
  if (more.length > 0) return mistake(EN.command.oneWindow)
  if (window !== undefined && (window < MIN_WINDOW || window > MAX_WINDOW)) {
    return mistake(EN.command.windowBounds)
  }
  return {
    kind: 'why-slow',
    ...(subject === undefined ? {} : { subject }),
    ...(window === undefined ? {} : { window }),
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const UNIT = /^(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)$/iu
const DURATION = /^(\d{1,6})(\p{L}+)$/u

/** Tells windows (`15m`, `15 min`, `2H`) from the names of models and instances. */
function sorted(asked: readonly string[]): {
  readonly windows: readonly Seconds[]
  readonly subjects: readonly string[]
} {
  const windows: Seconds[] = []
  const subjects: string[] = []
  for (let at = 0; at < asked.length; at += 1) {
    const word = asked[at] ?? ''
    const withNext = parseWindow(`${word}${asked[at + 1] ?? ''}`)
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

function mistake(problem: string): Command {
  return { kind: 'mistake', problem }
}
