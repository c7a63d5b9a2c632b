/** Marks up text for a terminal, or leaves it as it is. */
export interface Painter {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

/** ANSI SGR (ECMA-48) only when colour is asked for. */
export function createPainter(colour: boolean): Painter {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colour ? `\u001B[${on}m${text}\u001B[${off}m` : text
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39) }
}
