import { type AccessFormat, type AccessLine, type LineClock, isAccessLine } from '../access-line.ts'
import { ENOUGH_LINES, detect } from '../detect.ts'
import { createLineReader } from '../read-line.ts'
import { isUnnamed } from '../unnamed.ts'
import type { Range } from './find-range.ts'
import type { OpenFile } from './open-bytes.ts'
import type { LineRules } from './request-counts.ts'

/** What speaks from each address, as far as some lines tell: a NAT, a proxy or an office has many behind it. */
export interface BehindBook {
  readonly note: (line: AccessLine) => void
  /** At least so many user agents, forwarded addresses or identities; undefined where no line told any. */
  readonly behind: (address: string) => number | undefined
  /** Lines that may still be looked at. */
  left: number
}

const KINDS = ['userAgent', 'forwardedFor', 'consumer'] as const
type Voices = Readonly<Record<(typeof KINDS)[number], Set<string>>>

/** More than these tell nothing new. */
const MOST_ADDRESSES = 2000
const MOST_VOICES = 32
const LONGEST_VOICE = 200
/** A careful look takes about 15 µs for a line. */
const MOST_LINES = 6000
const LINES_OF_FILE = 2000
const END_BYTES = 1024 * 1024

export function createBehindBook(rules: LineRules): BehindBook {
  const addresses = new Map<string, Voices>()
  return {
    left: MOST_LINES,
    note: (line) => {
      if (!rules.isInference(line)) return
      const address = rules.addressOf(line)
      if (address === undefined) return
      const voices = addresses.get(address) ?? { userAgent: new Set(), forwardedFor: new Set(), consumer: new Set() }
      // What a trusted proxy was told says nothing of who stands behind the client.
      const isPeer = rules.addressOf({ peer: line.peer ?? '' }) === address
      for (const kind of KINDS) {
        if (kind === 'forwardedFor' && !isPeer) continue
        const voice = line[kind]?.slice(0, LONGEST_VOICE)
        if (voice !== undefined && !isUnnamed(voice) && voices[kind].size < MOST_VOICES) voices[kind].add(voice)
      }
      if (addresses.size < MOST_ADDRESSES) addresses.set(address, voices)
    },
    behind: (address) => {
      const voices = addresses.get(address)
      const most = voices === undefined ? 0 : Math.max(...KINDS.map((kind) => voices[kind].size))
      return most > 0 ? most : undefined
    },
  }
}

export interface BehindLook {
  readonly range: Range
  readonly clock: LineClock
  readonly format?: AccessFormat
}

/** Looks at the last lines of a range, with care. */
export async function lookBehind(
  file: OpenFile,
  book: BehindBook,
  { range, clock, format }: BehindLook,
): Promise<void> {
  if (book.left <= 0) return
  const from = Math.max(range.from, range.to - END_BYTES)
  const buffer = new Uint8Array(Math.max(0, range.to - from))
  const text = new TextDecoder().decode(buffer.subarray(0, await file.readAt(buffer, from)))
  // The first line may have lost its beginning, and the last one its end.
  const lines = text.split('\n').slice(from === 0 ? 0 : 1, -1)
  const last = lines.slice(-Math.min(LINES_OF_FILE, book.left))
  const formats = format === undefined ? detect(last.slice(0, ENOUGH_LINES), clock).formats : [format]
  const reader = createLineReader(clock)
  for (const line of last) {
    book.left -= 1
    for (const { parsed } of reader.read(line, formats)) if (isAccessLine(parsed)) book.note(parsed)
  }
}
