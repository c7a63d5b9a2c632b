import { expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createLogReader } from '../../src/vllm-log/create-log-reader.ts'
import { parseFailure } from '../../src/vllm-log/parse-failure.ts'
import { parseInstant } from '../../src/domain/parse-instant.ts'
import { createLineParser } from '../../src/vllm-log/parse-line.ts'
import { parseMessage } from '../../src/vllm-log/parse-message.ts'
import { parseStats } from '../../src/vllm-log/parse-stats.ts'
import { unwrapJson } from '../../src/vllm-log/unwrap-json.ts'
import { createZone } from '../../src/domain/wall-clock.ts'
import { withoutControls } from '../../src/vllm-log/without-controls.ts'

const SHORT = 16 * 1024
const TIMES_LONGER = 4
/** Four times the length takes four times as long, or sixteen times where a parser is quadratic. */
const MOST_GROWTH = 8
/** Less than this is the clock's and the collector's noise, in milliseconds. */
const NOISE = 0.5

const ZONE = createZone('UTC')
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  createLogReader: (text) => {
    const reader = createLogReader({ zone: ZONE, reference: unixSeconds(1_785_931_200) })
    reader.write(text)
    return reader.end()
  },
  createLineParser: (text) => createLineParser()(text),
  'createLineParser, in a record': (text) => createLineParser()(JSON.stringify({ log: text })),
  parseMessage: (text) => parseMessage({ text, level: 'ERROR', hasHead: true }),
  parseFailure: (text) => parseFailure({ text, level: 'ERROR', hasHead: true }),
  parseStats: (text) => parseStats(`Avg prompt throughput: ${text}`),
  parseInstant,
  unwrapJson: (text) => unwrapJson(`{"message":${text}`),
  withoutControls,
}

const CLASSES = [
  'a',
  'A',
  '7',
  '_',
  ' ',
  '\t',
  '\n',
  '\u0000',
  '\u0085',
  '\u001B',
  '\u001B[',
  '[',
  ']',
  '(',
  ')',
  '{',
  '"',
  "'",
  '\\',
  '.',
  ',',
  ':',
  '|',
  '-',
  '/',
  'é',
  '\uD800',
  '\u2028',
] as const

const ROUNDS = [1, 2, 3] as const

/** Milliseconds of the processor, which do not pass while another process has it. */
function took(parse: (text: string) => unknown, text: string): number {
  const began = process.cpuUsage()
  parse(text)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** By the best of three rounds of each length, in turn. */
function growth(parse: (text: string) => unknown, unit: string): number {
  // It ends in something else, so that no run of characters reaches the end.
  const line = (length: number): string => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}x`
  const [short, long] = [line(SHORT), line(SHORT * TIMES_LONGER)]
  const rounds = ROUNDS.map(() => ({ short: took(parse, short), long: took(parse, long) }))
  const best = (times: readonly number[]): number => Math.min(...times)
  return best(rounds.map((round) => round.long)) / Math.max(NOISE, best(rounds.map((round) => round.short)))
}

/** Each class by itself and each alternation of two. */
const UNITS = CLASSES.flatMap((one, index) => [one, ...CLASSES.slice(index + 1).map((other) => `${one}${other}`)])

it.each(Object.entries(PARSERS))('%s takes no more than its share for a longer line', (_, parse) => {
  // The garbage collector may work through three rounds, but not through three times three.
  const isTooMuch = (unit: string): boolean => ROUNDS.every(() => growth(parse, unit) >= MOST_GROWTH)
  expect(UNITS.filter(isTooMuch)).toEqual([])
})

it('would tell a quadratic one', () => {
  expect(growth((text) => /\p{Cc}+$/u.test(text), '\u0000')).toBeGreaterThan(MOST_GROWTH)
})
