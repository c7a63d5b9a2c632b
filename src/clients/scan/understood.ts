import type { LineCounts } from '../../domain/clients.ts'

/** How the lines were understood, over all files. */
export interface Understood {
  total: number
  accessLines: number
  /** Of them, those that are load. */
  requests: number
  broken: number
  /** Lines that a known program writes beside its access log, and lines that nobody knows. */
  other: number
  unknown: number
  /** Access lines whose time had no zone beside it. */
  zoneGuessed: number
  /** Access lines of a mesh's other proxy, which has each request once more. */
  copies: number
  /** Requests whose address the server itself took from a header. */
  fromHeader: number
  /** Whether lines hold an X-Forwarded-For that no trusted proxy vouches for. */
  hasUntrusted: boolean
  readonly formats: Map<string, number>
  /** How some lines look that were not understood. */
  readonly shapes: LineShape[]
}

export interface LineShape {
  readonly kind: 'broken' | 'unknown'
  readonly shape: string
}

export function createUnderstood(): Understood {
  return {
    total: 0,
    accessLines: 0,
    requests: 0,
    broken: 0,
    other: 0,
    unknown: 0,
    zoneGuessed: 0,
    copies: 0,
    fromHeader: 0,
    hasUntrusted: false,
    formats: new Map(),
    shapes: [],
  }
}

/** Adds what another thread understood of the lines behind these. */
export function addUnderstood(into: Understood, more: Understood): void {
  into.total += more.total
  into.accessLines += more.accessLines
  into.requests += more.requests
  into.broken += more.broken
  into.other += more.other
  into.unknown += more.unknown
  into.zoneGuessed += more.zoneGuessed
  into.copies += more.copies
  into.fromHeader += more.fromHeader
  into.hasUntrusted ||= more.hasUntrusted
  for (const [format, lines] of more.formats) into.formats.set(format, (into.formats.get(format) ?? 0) + lines)
  for (const shape of more.shapes) addShape(into, shape)
}

export function toLineCounts({ total, accessLines, broken, other, unknown, formats }: Understood): LineCounts {
  const names = [...formats].toSorted(([, left], [, right]) => right - left).map(([name]) => name)
  return { total, accessLines, broken, other: other + unknown, formats: names }
}

const MOST_SHAPES = 10
const LONGEST_SHAPE = 160

/** Keeps how a line looks, and nothing of what it says: it may hold a prompt. */
export function keepShape(into: Understood, kind: LineShape['kind'], line: string): void {
  if (into.shapes.length < MOST_SHAPES) addShape(into, { kind, shape: shapeOf(line) })
}

function addShape({ shapes }: Understood, shape: LineShape): void {
  if (shapes.length >= MOST_SHAPES || shapes.some((known) => known.shape === shape.shape)) return
  shapes.push(shape)
}

/** `00.0.0.0 - - [00/aaa/0000:00:00:00 +0000] "aaaa …`: letters and digits are told from each other, and not which. */
function shapeOf(line: string): string {
  const shape = line
    .slice(0, LONGEST_SHAPE)
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/\p{L}|\p{M}/gu, 'a')
    .replaceAll(/[^\u0020-\u007E]/gu, '?')
  return line.length > LONGEST_SHAPE ? `${shape}…` : shape
}
