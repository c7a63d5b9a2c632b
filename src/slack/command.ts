import type { ClientMeasure } from '../domain/client-attribution.ts'
import type { Seconds } from '../domain/time.ts'
import type { Text } from '../domain/text.ts'
import type { Asked } from './command-asked.ts'
import { readAsked } from './command-asked.ts'
import { COMMAND_KINDS, kindOf } from './command-kinds.ts'
import type { CommandKind } from './command-kinds.ts'
import { nearestWord } from './command-nearest.ts'
import { wordsOf } from './command-words.ts'
import { EN } from './strings/en.ts'

/** What a person asked of `/vllm`, or of the bot by name. */
export type Command =
  | ({ readonly kind: 'why-slow' | 'latency' | 'skew' } & Asked)
  /** `by` what their parts are wanted of. */
  | ({ readonly kind: 'clients'; readonly by?: ClientMeasure } & Asked)
  /** With a length it makes one, without it lists them. */
  | { readonly kind: 'silence'; readonly length?: Seconds }
  /** `subject` names a cluster; the first is meant where none is named. */
  | { readonly kind: 'doctor'; readonly subject?: string }
  | { readonly kind: 'status' | 'tree' | 'help' }
  /** Not understood; `problem` is one line for the person. */
  | { readonly kind: 'mistake'; readonly problem: Text }

/**
 * Reads what was typed. It is typed on a phone at night: keyboards there change case, dashes and quotes by themselves, and
 * nobody remembers a syntax. What is not understood is a value and not an error, since the person is owed an answer.
 */
export function parseCommand(text: string): Command {
  const [typed = 'help', ...rest] = wordsOf(text)
  const kind = kindOf(typed)
  if (kind === undefined) return mistake(unknownText(typed))
  return parseKind(kind, typed.toLowerCase() === 'why' ? withoutSlow(rest) : rest)
}

function parseKind(kind: CommandKind, words: readonly string[]): Command {
  switch (kind) {
    case 'why-slow':
    case 'latency':
    case 'skew': {
      const read = readAsked(words)
      return read.kind === 'mistake' ? read : { kind, ...read.asked }
    }
    case 'doctor': {
      const read = readAsked(words)
      if (read.kind === 'mistake') return read
      const { subject, window } = read.asked
      if (window !== undefined) return mistake(EN.command.noWindow(kind))
      return { kind, ...(subject === undefined ? {} : { subject }) }
    }
    case 'clients': {
      const { by, rest } = splitMeasure(words)
      const read = readAsked(rest)
      if (read.kind === 'mistake') return read
      return { kind, ...read.asked, ...(by === undefined ? {} : { by }) }
    }
    case 'silence': {
      const read = readAsked(words)
      if (read.kind === 'mistake') return read
      const { subject, window } = read.asked
      if (subject !== undefined) return mistake(EN.command.noSubject(kind))
      return { kind, ...(window === undefined ? {} : { length: window }) }
    }
    case 'status':
    case 'tree':
      return words.length === 0 ? { kind } : mistake(EN.command.alone(kind))
    case 'help':
      return { kind }
    default:
      return kind satisfies never
  }
}

/** `by tokens`, `by requests`, wherever it stands. */
function splitMeasure(words: readonly string[]): { readonly by?: ClientMeasure; readonly rest: readonly string[] } {
  const at = words.findIndex((word) => word.toLowerCase() === 'by')
  const by = at === -1 ? undefined : MEASURES[words[at + 1]?.toLowerCase() ?? '']
  return by === undefined ? { rest: words } : { by, rest: words.toSpliced(at, 2) }
}

const MEASURES: Readonly<Record<string, ClientMeasure>> = {
  token: 'tokens',
  tokens: 'tokens',
  request: 'requests',
  requests: 'requests',
  bytes: 'request_bytes',
}

/** `why slow`, `why is qwen slow`: the second word of the command, wherever it stands. */
function withoutSlow(asked: readonly string[]): readonly string[] {
  const at = asked.findIndex((word) => word.toLowerCase() === 'slow')
  return at === -1 ? asked : asked.toSpliced(at, 1)
}

function unknownText(typed: string): Text {
  const nearest = nearestWord(typed, COMMAND_KINDS)
  const shown = Array.from(typed).slice(0, 40).join('')
  const hint = nearest === undefined ? EN.command.tryThese(COMMAND_KINDS.join(', ')) : EN.command.didYouMean(nearest)
  return EN.command.unknown(shown, hint)
}

function mistake(problem: Text): Command {
  return { kind: 'mistake', problem }
}

export const HELP = EN.command.help

/** How a command is answered: what takes time is said to be under way first, and what only one person needs is theirs alone. */
export interface Manner {
  readonly isSlow: boolean
  readonly shown: 'in_channel' | 'ephemeral'
}

const FOR_ALL: Manner = { isSlow: true, shown: 'in_channel' }
const FOR_ONE: Manner = { isSlow: false, shown: 'ephemeral' }

/** What is only said to be elsewhere concerns who asked. */
export function mannerOf(command: Command): Manner {
  return command.kind === 'silence' && command.length !== undefined ? FOR_ONE : MANNERS[command.kind]
}

const MANNERS: Readonly<Record<Command['kind'], Manner>> = {
  'why-slow': FOR_ALL,
  status: FOR_ALL,
  latency: FOR_ALL,
  skew: FOR_ALL,
  silence: FOR_ALL,
  doctor: FOR_ALL,
  clients: FOR_ALL,
  tree: FOR_ONE,
  help: FOR_ONE,
  mistake: FOR_ONE,
}
