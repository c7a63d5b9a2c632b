export function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46)
}

/** Past a text, a number or a word; what is escaped may be escaped wrongly, and control characters are no JSON. */
export function afterValue(bytes: Uint8Array, start: number): number {
  let at = start
  let byte = bytes[at] ?? 0
  if (byte === 0x22) {
    byte = bytes[++at] ?? 0
    while (byte !== 0x22 && byte !== 0x5c && byte >= 0x20) byte = bytes[++at] ?? 0
    return byte === 0x22 ? at + 1 : -1
  }
  // A word may be true or false where it was null before: that is for the slow way, once.
  if (byte === 0x6e) return afterEmpty(bytes, start)
  if (byte === 0x2d) byte = bytes[++at] ?? 0
  const first = at
  if (byte === 0x30 && isDigit(bytes[at + 1] ?? 0)) return -1
  while (isDigit(byte)) byte = bytes[++at] ?? 0
  if (at === first) return -1
  if (byte === 0x2e) {
    const fraction = at + 1
    byte = bytes[++at] ?? 0
    while (isDigit(byte)) byte = bytes[++at] ?? 0
    if (at === fraction) return -1
  }
  return byte === 0x2c || byte === 0x7d ? at : -1
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** `""` or `null`. */
export function afterEmpty(bytes: Uint8Array, start: number): number {
  if (bytes[start] === 0x22) return bytes[start + 1] === 0x22 ? start + 2 : -1
  const isNull =
    bytes[start] === 0x6e && bytes[start + 1] === 0x75 && bytes[start + 2] === 0x6c && bytes[start + 3] === 0x6c
  return isNull ? start + 4 : -1
}

/** `"-"`. */
export function afterDash(bytes: Uint8Array, start: number): number {
  return bytes[start] === 0x22 && bytes[start + 1] === 0x2d && bytes[start + 2] === 0x22 ? start + 3 : -1
}
