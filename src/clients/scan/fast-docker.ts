import { createRfc3339Clock } from './byte-clock.ts'
import { type Chunk, PADDING, chunkOf } from './chunk.ts'
import { type FastUnwrap, type FastWay, word } from './fast-way.ts'
import { type KnownText, knownText, standsAt } from './known-text.ts'

const BEGIN = word('{"lo')
const LOG = word('g":"')
/** Longer ones are for the slow way. */
const LONGEST_LINE = 8 * 1024

/**
 * `{"log":"…\n","stream":"stdout","time":"2026-11-29T12:33:08.123456789Z"}`, as docker writes it around a line. The line is
 * copied without what JSON escapes, and read by another fast way; a piece of a line, which has no end, is not for here.
 *
 * @param build the way that reads the line, told the time that stands behind it
 */
export function createFastDocker(build: (unwrap: FastUnwrap) => FastWay): FastWay {
  const clock = createRfc3339Clock()
  const streams = ['stdout', 'stderr'].map((stream) => aText(`,"stream":"${stream}","time":"`))
  const bytes = new Uint8Array(LONGEST_LINE + PADDING)
  const line = { bytes, view: new DataView(bytes.buffer), start: 0, end: 0 }
  const readLine = build((_, start, found) => {
    found.at = clock.at
    return start
  })

  /** Copies the line with its end; gives where its closing quote is. */
  function copy(from: Chunk, start: number): number {
    const source = from.bytes
    let at = start
    let end = 0
    for (let byte = source[at] ?? 0; byte !== 0x22 && end < LONGEST_LINE; byte = source[++at] ?? 0) {
      if (byte < 0x20) return -1
      if (byte === 0x5c) {
        byte = source[++at] ?? 0
        // `n`, at its end alone.
        if (byte === 0x6e && source[at + 1] === 0x22) byte = 0x0a
        else if (byte !== 0x22 && byte !== 0x5c) return -1
      }
      bytes[end++] = byte
    }
    line.end = end
    return source[at] === 0x22 && bytes[end - 1] === 0x0a ? at : -1
  }

  return (chunk, start, found) => {
    if (chunk.view.getInt32(start, true) !== BEGIN || chunk.view.getInt32(start + 4, true) !== LOG) return -1
    let at = copy(chunk, start + 8)
    if (at < 0) return -1
    const stream = streams.find((text) => standsAt(text, chunk.view, at + 1))
    if (stream === undefined) return -1
    at = clock.read(chunk.view, at + 1 + stream.length)
    if (at < 0 || chunk.bytes[at] !== 0x22 || chunk.bytes[at + 1] !== 0x7d || chunk.bytes[at + 2] !== 0x0a) return -1
    if (readLine(line, 0, found) !== line.end) return -1
    found.source = bytes
    return at + 3
  }
}

function aText(text: string): KnownText {
  const { view, end } = chunkOf(new TextEncoder().encode(text))
  return knownText(view, 0, end)
}
