import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type AccessLine, isAccessLine } from '../../src/clients/access-line.ts'
import { clientOf } from '../../src/clients/client-of.ts'
import { ENOUGH_LINES, describeFound, detect } from '../../src/clients/detect.ts'
import { type ReadLine, createLineReader } from '../../src/clients/read-line.ts'
import { unixSeconds } from '../../src/domain/time.ts'

/** What a file must be read as. */
export interface Expected {
  readonly formats: readonly string[]
  readonly requests: number
  readonly broken?: number
  readonly samples?: readonly Sample[]
}

/** A line by its number, with what must be read of it; null where it tells nothing. */
export interface Sample {
  readonly line: number
  readonly client?: string | null
  readonly at?: string | null
  readonly [field: string]: unknown
}

export interface AccessLogResult {
  readonly file: string
  readonly formats: readonly string[]
  readonly confidence: number
  readonly runnerUp: string | undefined
  readonly lines: number
  readonly read: number
  readonly broken: number
  readonly other: number
  readonly problems: readonly string[]
}

/** Of the lines of requests at least this part must be read. */
const LEAST_READ = 0.99
/** The recordings that have no year were made before this; those that have no zone were made in UTC. */
const CLOCK = { zone: () => 0, reference: unixSeconds(Date.UTC(2026, 10, 30) / 1000) }

/** Reads a recorded access log as a scan does, and compares it with what stands in it. */
export function readAccessLog(path: string, expected: Expected | undefined): AccessLogResult {
  const file = basename(path)
  const lines = readFileSync(path, 'utf8').split('\n')
  const detection = detect(lines.slice(0, ENOUGH_LINES), CLOCK)
  const reader = createLineReader(CLOCK)
  const byLine = lines.map((line) => reader.read(line, detection.formats).filter(({ isBlank }) => !isBlank))
  const all = byLine.flat()
  const count = (test: (line: ReadLine) => boolean): number => all.filter(test).length
  const formats = detection.found.map(describeFound)
  const read = count(({ parsed }) => isAccessLine(parsed))
  const broken = count(({ parsed }) => parsed === 'broken')
  const problems =
    expected === undefined
      ? ['no expectation in access-logs.yml']
      : [
          ...differs('formats', formats, expected.formats),
          ...differs('broken lines', broken, expected.broken ?? 0),
          ...(read < LEAST_READ * expected.requests || read > expected.requests
            ? [`${read} of ${expected.requests} requests’ lines read`]
            : []),
          ...(expected.samples ?? []).flatMap((sample) => problemsOf(sample, byLine[sample.line - 1] ?? [])),
        ]
  return {
    file,
    formats,
    confidence: detection.confidence,
    runnerUp: detection.runnerUp === undefined ? undefined : describeFound(detection.runnerUp),
    lines: all.length,
    read,
    broken,
    other: all.length - read - broken,
    problems: problems.map((problem) => `access-logs/${file}: ${problem}`),
  }
}

function problemsOf({ line, client, at, ...fields }: Sample, read: readonly ReadLine[]): readonly string[] {
  const parsed = read[0]?.parsed
  if (!isAccessLine(parsed)) return [`line ${line} is not read`]
  const found = clientOf(parsed, [])
  const name = found.kind === 'named' ? found.client : null
  return [
    ...(client === undefined ? [] : differs('client', name, client)),
    ...(at === undefined ? [] : differs('time', shownTime(parsed), at === null ? null : new Date(at).toISOString())),
    ...Object.entries(fields).flatMap(([field, value]) => differs(field, fieldOf(parsed, field), value)),
  ].map((problem) => `line ${line}: ${problem}`)
}

/** Cut to milliseconds, as people write them. */
function shownTime({ at }: AccessLine): string | null {
  return at === undefined ? null : new Date(Math.floor(at * 1000 + 1e-3)).toISOString()
}

function fieldOf(parsed: AccessLine, field: string): unknown {
  const value = new Map<string, unknown>(Object.entries(parsed)).get(field) ?? null
  return typeof value === 'number' ? Number(value.toFixed(6)) : value
}

function differs(what: string, is: unknown, must: unknown): readonly string[] {
  const [shown, wanted] = [JSON.stringify(is), JSON.stringify(must)]
  return shown === wanted ? [] : [`${what} ${shown}, not ${wanted}`]
}
