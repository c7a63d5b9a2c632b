import type { Seconds } from '../domain/time.ts'
import { seconds } from '../domain/time.ts'

/** What a person asked of `/vllm`, or of the bot by name. */
export type Command =
  | { readonly kind: 'why-slow'; readonly subject?: string; readonly window?: Seconds }
  | { readonly kind: 'help' }
  /** Not understood; `problem` is one line for the person. */
  | { readonly kind: 'mistake'; readonly problem: string }

const HELP_WORDS = new Set(['', 'help', '?', '-h', '--help'])
const WHY_WORDS = new Set(['why-slow', 'whyslow', 'why', 'slow', 'triage'])
const MIN_WINDOW = 60
const MAX_WINDOW = 24 * 3600

export const HELP = [
  'why-slow [model or instance] [window]: read the evidence now and say why it is slow',
  'Examples: why-slow · why-slow qwen2.5-7b 15m · why-slow 10.0.1.22:8000',
  'In a thread mention me with the same words: slash commands do not work there.',
].join('\n')

/** Reads what was typed: any case, smart dashes and quotes, and `why slow` in two words. Never throws. */
export function parseCommand(text: string): Command {
  const [first = '', ...rest] = words(text)
  if (HELP_WORDS.has(first)) return { kind: 'help' }
  if (!WHY_WORDS.has(first)) return mistake(`I don't know "${first.slice(0, 40)}". Try why-slow, or help.`)
  const asked = first === 'why' && rest[0] === 'slow' ? rest.slice(1) : rest
  return whySlow(asked)
}

function whySlow(asked: readonly string[]): Command {
  const windows = asked.filter((word) => DURATION.test(word))
  const subjects = asked.filter((word) => !DURATION.test(word))
  const [subject, ...others] = subjects
  if (others.length > 0) return mistake(`One model or instance, please, not ${subjects.length}. Try why-slow, or help.`)
  const [typed, ...more] = windows
  if (more.length > 0) return mistake('One window, please, such as 15m.')
  const window = typed === undefined ? undefined : parseWindow(typed)
  if (window !== undefined && (window < MIN_WINDOW || window > MAX_WINDOW)) {
    return mistake('A window is between 1m and 24h, such as 15m.')
  }
  return {
    kind: 'why-slow',
    ...(subject === undefined ? {} : { subject }),
    ...(window === undefined ? {} : { window }),
  }
}

const DURATION = /^(\d{1,6})(s|m|min|h)$/u
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600 }

function parseWindow(word: string): Seconds {
  const [, count = '0', unit = 's'] = DURATION.exec(word) ?? []
  return seconds(Number(count) * (UNITS[unit] ?? 1))
}

/** Slack turns hyphens and quotes into typographic ones on phones; the first word has no case. */
function words(text: string): readonly string[] {
  const typed = text
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/["'`\u2018\u2019\u201C\u201D]/gu, '')
    .trim()
    .split(/\s+/u)
  return typed.map((word, index) =>
    index < 2 && /^(why|slow|help|whyslow|why-slow)$/iu.test(word) ? word.toLowerCase() : word,
  )
}

function mistake(problem: string): Command {
  return { kind: 'mistake', problem }
}
