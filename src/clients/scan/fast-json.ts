import type { Chunk } from './chunk.ts'
import type { FastUnwrap, FastWay } from './fast-way.ts'
import type { Found } from './found.ts'
import { type JsonField, shapeOf } from './json-shape.ts'
import { createJsonValues } from './json-values.ts'
import { standsAt } from './known-text.ts'
import type { RequestKinds } from './request-kinds.ts'

export interface FastJsonOptions {
  readonly kinds: RequestKinds
  /** Whether X-Forwarded-For may tell the client. */
  readonly hasTrust: boolean
  /** Whether the slow way says the same of the line at this place: each shape is tried on the line it was learnt from. */
  readonly isSame: (chunk: Chunk, start: number, found: Found) => boolean
}

/** Lines of one program come in few shapes, as keys without a value are left out or not. */
const MOST_SHAPES = 8
/** So many lines without a shape tell that there is none. */
const MOST_FAILURES = 200

/**
 * Flat JSON objects whose keys have well-known names. The keys of a line are learnt once; in the lines after it each key is
 * known by its place, and only its value is looked at.
 */
export function createFastJson(unwrap: FastUnwrap, options: FastJsonOptions): FastWay {
  const values = createJsonValues(options.kinds)
  const shapes: (readonly JsonField[])[] = []
  let last: readonly JsonField[] | undefined
  let failures = 0

  /** The collector's time, which wins over the line's own. */
  let time = NaN

  function readAs(fields: readonly JsonField[], chunk: Chunk, start: number): number {
    const { bytes, view } = chunk
    values.begin(time)
    let at = start
    for (const { before, role } of fields) {
      if (!standsAt(before, view, at)) return -1
      at = values.read(role, chunk, at + before.length)
      if (at < 0) return -1
    }
    return bytes[at] === 0x7d && bytes[at + 1] === 0x0a && values.end(chunk) ? at + 2 : -1
  }

  function learn(chunk: Chunk, start: number, found: Found): number {
    if (failures > MOST_FAILURES || shapes.length >= MOST_SHAPES) return -1
    const shape = shapeOf(chunk, start, options.hasTrust)
    const end = shape === undefined ? -1 : readAs(shape, chunk, start)
    if (shape === undefined || end < 0 || !options.isSame(chunk, start, found)) {
      failures++
      return -1
    }
    shapes.push(shape)
    last = shape
    return end
  }

  return (chunk, start, found) => {
    const at = unwrap(chunk, start, found)
    if (at < 0) return -1
    time = found.at
    values.into(found)
    if (last !== undefined) {
      const end = readAs(last, chunk, at)
      if (end >= 0) return end
    }
    for (const shape of shapes) {
      if (shape === last) continue
      const end = readAs(shape, chunk, at)
      if (end < 0) continue
      last = shape
      return end
    }
    return learn(chunk, at, found)
  }
}
