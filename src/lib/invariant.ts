/** States what must hold unless the program itself is wrong. */
export function invariant(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`this is a bug: ${claim}`)
}
