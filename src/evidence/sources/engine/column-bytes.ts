/**
 * How a column lies in bytes: whether any value is missing (then a bit each), then one of three ways to write what is
 * there. Counters that stand still take nothing, counts and token totals one to three bytes a sample, other numbers
 * eight.
 */
const FULL = 0
const GAPS = 1
const SAME = 0
const STEPS = 1
const DOUBLES = 2

export interface ByteWriter {
  readonly byte: (value: number) => void
  readonly double: (value: number) => void
  readonly length: () => number
  readonly finish: () => Uint8Array
}

/** Bytes that grow as they are written; doubles are eight bytes, the highest first. */
export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(1024)
  let used = 0

  function reserve(count: number): void {
    if (used + count <= bytes.length) return
    const larger = new Uint8Array(bytes.length * 2)
    larger.set(bytes)
    bytes = larger
  }
  function byte(value: number): void {
    reserve(1)
    bytes[used++] = value
  }
  function double(value: number): void {
    reserve(8)
    new DataView(bytes.buffer).setFloat64(used, value)
    used += 8
  }
  return { byte, double, length: () => used, finish: () => bytes.slice(0, used) }
}

/** Writes the values of one series in order, `undefined` where a scrape did not have it. */
export function writeColumn(writer: ByteWriter, column: readonly (number | undefined)[]): void {
  const values = column.filter((value) => value !== undefined)
  writer.byte(values.length === column.length ? FULL : GAPS)
  if (values.length < column.length) writeMask(writer, column)
  const [first = 0] = values
  if (values.every((value) => Object.is(value, first))) {
    writer.byte(SAME)
    writer.double(first)
  } else if (values.every(isCount)) {
    writer.byte(STEPS)
    writer.double(first)
    for (let index = 1; index < values.length; index++) {
      writeStep(writer, (values[index] ?? 0) - (values[index - 1] ?? 0))
    }
  } else {
    writer.byte(DOUBLES)
    for (const value of values) writer.double(value)
  }
}

/**
 * What `writeColumn` wrote.
 *
 * @param from the byte where the column begins
 * @param count how many values were written, the missing ones among them
 */
export function readColumn(bytes: Uint8Array, from: number, count: number): readonly (number | undefined)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = from + 1
  const hasGaps = bytes[from] === GAPS
  const mask = at
  if (hasGaps) at += Math.ceil(count / 8)
  const isThere = (index: number): boolean => !hasGaps || (((bytes[mask + (index >> 3)] ?? 0) >> (index & 7)) & 1) === 1
  const mode = bytes[at++]
  const next = ((): (() => number) => {
    if (mode === DOUBLES) {
      return () => {
        at += 8
        return view.getFloat64(at - 8)
      }
    }
    let value = view.getFloat64(at)
    at += 8
    if (mode === SAME) return () => value
    let isFirst = true
    return () => {
      if (!isFirst) value += readStep()
      isFirst = false
      return value
    }
  })()
  function readStep(): number {
    let folded = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++] ?? 0
      folded += (byte & 127) * scale
      if (byte < 128) return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
      scale *= 128
    }
  }
  return Array.from({ length: count }, (_, index) => (isThere(index) ? next() : undefined))
}

/** Small enough that a step between two of them, doubled for its sign, is exact. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 51 && !Object.is(value, -0)
}

function writeMask(writer: ByteWriter, column: readonly (number | undefined)[]): void {
  for (let start = 0; start < column.length; start += 8) {
    let bits = 0
    for (let bit = 0; bit < 8; bit++) if (column[start + bit] !== undefined) bits |= 1 << bit
    writer.byte(bits)
  }
}

/** Seven bits a byte, the sign in the lowest of all; by division, since steps may have more than 32 bits. */
function writeStep(writer: ByteWriter, step: number): void {
  let folded = step >= 0 ? step * 2 : -step * 2 - 1
  while (folded >= 128) {
    writer.byte((folded % 128) | 128)
    folded = Math.floor(folded / 128)
  }
  writer.byte(folded)
}
