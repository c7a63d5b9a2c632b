import type { UnixSeconds } from '../../domain/time.ts'
import type { AccessFormat, AccessLine, LineClock } from '../access-line.ts'
import { isAccessLine } from '../access-line.ts'
import { type Detection, ENOUGH_LINES, describeFound, detect, hasChanged } from '../detect.ts'
import { type Hop, hopToCount } from '../one-hop.ts'
import { createLineReader } from '../read-line.ts'
import type { Chunk } from './chunk.ts'
import { chooseFastWay } from './choose-fast-way.ts'
import type { FastWay } from './fast-way.ts'
import { createFound } from './found.ts'
import { CHUNK_BYTES } from './read-chunks.ts'
import type { LineRules, RequestCounts } from './request-counts.ts'
import { type Understood, keepShape } from './understood.ts'

export interface TextScanOptions {
  readonly clock: LineClock
  readonly rules: LineRules
  /** Whether proxies are trusted to say in a header whose request it is. */
  readonly hasTrust: boolean
  readonly counts: RequestCounts
  readonly understood: Understood
  /** The format where somebody stated it. */
  readonly format?: AccessFormat
  /** Of a later part of a text, what was learnt from its beginning. */
  readonly learnt?: Learnt
  /** How much of it comes at once. */
  readonly chunkBytes?: number
  /** Told the access lines among those that the format is told by. */
  readonly onSample?: (line: AccessLine) => void
}

/** What a text's first lines tell of those behind them. */
export interface Learnt {
  readonly detection: Detection
  /** The hop that is counted where the text holds both. */
  readonly counted?: Hop
}

/** Reads one text's lines in their order. */
export interface TextScan {
  readonly take: (chunk: Chunk) => void
  /** What `take` would learn of the first chunk. */
  readonly learn: (chunk: Chunk) => Learnt
  /** Whether another one that knows what this has learnt at first would read what follows just as this one would. */
  readonly isAsLearnt: () => boolean
  /** The time of the first access line; undefined where it tells none. */
  readonly beginsAt: () => UnixSeconds | undefined
}

/** As much of a text as its format is told by. */
const SAMPLE_LINES = ENOUGH_LINES
/** Lines that nobody knows are judged by this part of a chunk at least. */
const JUDGED_PART = 0.25
const MOST_OF_SAMPLE_LINE = 64 * 1024
/** Other streams' lines that may stand between two pieces of a line. */
const MOST_CAREFUL = 64

export function createTextScan(options: TextScanOptions): TextScan {
  const { clock, counts, understood } = options
  const reader = createLineReader(clock)
  const judgedBytes = JUDGED_PART * (options.chunkBytes ?? CHUNK_BYTES)
  let found = createFound()
  let first: Learnt | undefined
  let learnt: Learnt | undefined
  let formats: readonly AccessFormat[] = []
  let fast: FastWay | undefined
  let name = ''
  let beginsAt: UnixSeconds | undefined
  /** So many lines are yet to be read slowly, while the rest of one in pieces may be among them. */
  let careful = 0
  const since = { lines: 0, unknown: 0, bytes: 0 }
  if (options.learnt !== undefined) use(options.learnt)

  function use(known: Learnt): void {
    learnt = known
    first ??= known
    const { detection } = known
    formats = formatsOf(detection)
    const [most] = detection.found.filter(({ format }) => formats.includes(format))
    name = most === undefined ? '' : describeFound(most)
    found = createFound()
    const ofMesh = known.counted === undefined ? {} : { counted: known.counted }
    fast = most === undefined ? undefined : chooseFastWay(most, { ...options, ...ofMesh })
    since.lines = 0
    since.unknown = 0
  }

  function formatsOf(detection: Detection): readonly AccessFormat[] {
    return options.format === undefined ? detection.formats : [options.format]
  }

  function learn(lines: readonly string[]): Learnt {
    const detection = detect(lines, clock)
    const sample = read(lines, formatsOf(detection)).flatMap(({ parsed }) => (isAccessLine(parsed) ? parsed : []))
    const ofHop = (hop: Hop): number => sample.filter((line) => line.hop === hop).length
    const counted = hopToCount({ outbound: ofHop('outbound'), inbound: ofHop('inbound') })
    understood.hasUntrusted ||= !options.hasTrust && sample.some(({ forwardedFor }) => forwardedFor !== undefined)
    for (const line of sample) options.onSample?.(line)
    beginsAt ??= sample.find(({ at }) => at !== undefined)?.at
    const known = { detection, ...(counted !== undefined && { counted }) }
    use(known)
    return known
  }

  const read = (lines: readonly string[], by: readonly AccessFormat[]): ReturnType<typeof reader.read> => {
    const sampled = createLineReader(clock)
    return lines.flatMap((line) => sampled.read(line, by))
  }

  /** A mesh's request stands in the log twice, once for each of its proxies. */
  const isCopy = ({ hop }: AccessLine): boolean =>
    learnt?.counted !== undefined && hop !== undefined && hop !== learnt.counted

  /** One part of a text is not judged by another that is far before it. */
  function beginJudging(bytes: number): void {
    if (since.bytes >= judgedBytes) Object.assign(since, { lines: 0, unknown: 0, bytes: 0 })
    since.bytes += bytes
  }

  function readSlowly(line: string): void {
    const read = reader.read(line, formats)
    // Of a line in pieces the last one may look like a line of its own, and say what somebody wrote into a prompt.
    if (read.length === 0) careful = MOST_CAREFUL
    for (const one of read) {
      if (one.isBlank) continue
      understood.total++
      since.lines++
      if (isAccessLine(one.parsed)) {
        understood.accessLines++
        if (one.parsed.isZoneGuessed === true) understood.zoneGuessed++
        if (one.format !== undefined) {
          const found = describeFound({ format: one.format, wrappers: one.wrappers, lines: 0 })
          understood.formats.set(found, (understood.formats.get(found) ?? 0) + 1)
        }
        if (isCopy(one.parsed)) understood.copies++
        else if (counts.count(one.parsed)) {
          understood.requests++
          if (one.parsed.isPeerFromHeader === true) understood.fromHeader++
        }
      } else if (one.parsed === 'broken') {
        understood.broken++
        keepShape(understood, 'broken', line)
      } else if (one.parsed === 'other') understood.other++
      else {
        understood.unknown++
        since.unknown++
        keepShape(understood, 'unknown', line)
      }
    }
  }

  return {
    beginsAt: () => beginsAt,
    learn: (chunk) => learnt ?? learn(linesOf(chunk, chunk.start)),
    isAsLearnt: () => learnt === first && !reader.hasPieces() && (since.lines === 0 || since.bytes >= judgedBytes),
    take: (chunk) => {
      const { bytes, start, end } = chunk
      if (learnt === undefined) learn(linesOf(chunk, start))
      beginJudging(end - start)
      const { addresses } = counts
      let lines = 0
      let requests = 0
      for (let at = start; at < end;) {
        const next = fast === undefined || careful > 0 ? -1 : fast(chunk, at, found)
        if (next >= 0) {
          at = next
          lines++
          if (!found.isInference) continue
          requests++
          if (found.isFromHeader) understood.fromHeader++
          addresses.countRaw(found.source ?? bytes, found)
          continue
        }
        const lineEnd = bytes.indexOf(0x0a, at)
        readSlowly(textOf(chunk, at, lineEnd))
        careful = reader.hasPieces() ? Math.max(0, careful - 1) : 0
        at = lineEnd + 1
        if (learnt !== undefined && hasChanged(learnt.detection, since)) learn(linesOf(chunk, at))
      }
      understood.total += lines
      understood.accessLines += lines
      understood.requests += requests
      if (lines > 0) understood.formats.set(name, (understood.formats.get(name) ?? 0) + lines)
    },
  }
}

function linesOf(chunk: Chunk, start: number): readonly string[] {
  const { bytes, end } = chunk
  const lines: string[] = []
  for (let at = start; at < end && lines.length < SAMPLE_LINES;) {
    const lineEnd = bytes.indexOf(0x0a, at)
    lines.push(textOf(chunk, at, Math.min(lineEnd, at + MOST_OF_SAMPLE_LINE)))
    at = lineEnd + 1
  }
  return lines
}

/** Without NULs before it, which a file has where it was cut while its writer went on where it was. */
function textOf({ bytes, view }: Chunk, start: number, end: number): string {
  let from = start
  while (from + 4 <= end && view.getInt32(from) === 0) from += 4
  while (from < end && bytes[from] === 0) from++
  return new TextDecoder().decode(bytes.subarray(from, end))
}
