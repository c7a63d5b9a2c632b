import type { Chunk } from './chunk.ts'
import type { Found } from './found.ts'

/**
 * Reads the access line that begins at `start` and gives where the next line begins. -1 where it is not sure: the line is
 * then read in the slow way, which is always right. What it is sure of is the same as what the slow way says.
 *
 * Bytes are written as numbers in these files, since a name that is looked up for each byte takes longer than what is
 * done with it: 0x0a line feed, 0x20 blank, 0x22 quote, 0x28 and 0x29 parentheses, 0x2d minus, 0x2e dot, 0x2f slash, 0x30
 * to 0x39 digits, 0x3a colon, 0x3f question mark, 0x5b and 0x5d brackets, 0x5c backslash.
 */
export type FastWay = (chunk: Chunk, start: number, found: Found) => number

/** Peels what a collector wrote before the line, its time goes to `found.at`; gives where the line itself begins, or -1. */
export type FastUnwrap = FastWay

/** Four characters as a `DataView` reads them with the least byte first. */
export function word(text: string): number {
  let value = 0
  for (let index = 3; index >= 0; index--) value = (value << 8) | (text.codePointAt(index) ?? 0)
  return value
}
