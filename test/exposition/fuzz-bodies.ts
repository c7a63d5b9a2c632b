import { isDeepStrictEqual } from 'node:util'
import { parseSeries } from '../../src/exposition/parse-series.ts'
import { createExpositionReader } from '../../src/exposition/reader.ts'
import { type Random, createRandom } from '../../src/sandbox/fleet/random.ts'
import { readAll } from './read-all.ts'

/** What a body may take to be read, at best of three: a busy machine is no fault of the reader's. */
export const LONGEST_MS = 500

const EXCERPT = 2048
const LONG_RUN = 200_000

const TOKENS = [
  ['{', '}', '"', '\\', '\\"', '\\\\', ',', '=', ' ', '\t', '\r', '\n', '\r\n', '\0', '#', '<', '\uFEFF', '\uD800'],
  ['NaN', '+Inf', '-0', '1e400', '0x1', '.', 'e', '9'.repeat(400), '1700000000000', '# EOF', '# TYPE ', '# {a="'],
  ['{"', '"}', '="', '",', 'a="b",', '{}', '}{', '<html>', '{"a":1}', 'up 1\n', 'é', '\u2028', '💥'],
].flat()

export interface FuzzCounts {
  bodies: number
  characters: number
  samples: number
  malformed: number
  truncated: number
  readonly kinds: Record<string, number>
  slowestMs: number
}

export interface Fuzzer {
  readonly counts: FuzzCounts
  /** Makes the next body and reads it. @throws when it breaks a promise of the reader */
  readonly next: () => void
}

/** Bodies made of pieces of these pages, broken in every way we could think of; the same ones for the same seed. */
export function createFuzzer(seed: number, pages: readonly string[]): Fuzzer {
  const random = createRandom(seed, 'bodies')
  const counts: FuzzCounts = {
    bodies: 0,
    characters: 0,
    samples: 0,
    malformed: 0,
    truncated: 0,
    kinds: {},
    slowestMs: 0,
  }
  function next(): void {
    const body = mutate(random, pages)
    counts.bodies++
    counts.characters += body.length
    const cut = random.integer(body.length + 1)
    let took = timed(body, cut)
    for (let again = 0; again < 2 && took > LONGEST_MS / 10; again++) took = Math.min(took, timed(body, cut))
    counts.slowestMs = Math.max(counts.slowestMs, took)
    if (took > LONGEST_MS) throw new Error(`took ${Math.round(took)} ms: ${excerptOf(body)}`)
    check(body, cut)
  }
  function check(body: string, cut: number): void {
    const whole = readAll(body)
    const { samples, summary } = whole
    counts.samples += summary.samples
    counts.malformed += summary.malformed
    counts.truncated += summary.isTruncated ? 1 : 0
    counts.kinds[summary.kind] = (counts.kinds[summary.kind] ?? 0) + 1
    const nameless = samples.find(({ series }) => parseSeries(series) === undefined)
    if (nameless !== undefined) throw new Error(`gave a series that cannot be parsed: ${excerptOf(nameless.series)}`)
    if (summary.samples + summary.malformed > summary.lines) throw new Error(`counts too much: ${excerptOf(body)}`)
    if (!isDeepStrictEqual(readAll(body.slice(0, cut), body.slice(cut)), whole)) {
      throw new Error(`reads differently when cut at ${cut}: ${excerptOf(body)}`)
    }
  }
  return { counts, next }
}

function timed(body: string, cut: number): number {
  const started = performance.now()
  const reader = createExpositionReader(({ series }) => parseSeries(series))
  reader.write(body.slice(0, cut))
  reader.write(body.slice(cut))
  reader.end()
  return performance.now() - started
}

function mutate(random: Random, pages: readonly string[]): string {
  let body = excerpt(random, pages)
  for (let count = 1 + random.integer(6); count > 0; count--) body = change(random, body, pages)
  return body
}

/** A piece of a page; now and then the whole of it. */
function excerpt(random: Random, pages: readonly string[]): string {
  const page = pages[random.integer(pages.length)] ?? ''
  if (random.integer(500) === 0) return page
  const start = random.integer(Math.max(1, page.length - EXCERPT))
  return page.slice(start, start + random.integer(EXCERPT))
}

function change(random: Random, body: string, pages: readonly string[]): string {
  const at = random.integer(body.length + 1)
  const end = Math.min(body.length, at + random.integer(1 + random.integer(200)))
  const token = TOKENS[random.integer(TOKENS.length)] ?? ''
  switch (random.integer(9)) {
    case 0:
      return body.slice(0, at) + body.slice(end)
    case 1:
      return body.slice(0, end) + body.slice(at)
    case 2:
      return body.slice(0, at)
    case 3:
      return body.slice(0, at) + String.fromCharCode(random.integer(256)) + body.slice(at + 1)
    case 4:
      return body.slice(0, at) + excerpt(random, pages) + body.slice(end)
    case 5:
      return body.slice(0, at) + token.repeat(random.integer(30)) + body.slice(end)
    case 6:
      return random.integer(300) === 0 ? longRun(random, body, token) : body.slice(at) + body.slice(0, at)
    default:
      return body.slice(0, at) + token + body.slice(end)
  }
}

/** What is quadratic shows in a run of one token. */
function longRun(random: Random, body: string, token: string): string {
  const at = random.integer(body.length + 1)
  return body.slice(0, at) + token.repeat(Math.ceil(random.integer(LONG_RUN) / token.length)) + body.slice(at)
}

function excerptOf(body: string): string {
  return `${body.length} characters, ${JSON.stringify(body.slice(0, 2000))}`
}
