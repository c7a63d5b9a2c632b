import { boundsOf, possibleFor } from '../evidence/possible.ts'
import type { Signal } from '../signals/signal.ts'

/** What is wrong with a number that a signal cannot have, in one line that says what it can; undefined where it can. */
export function impossibleText(
  signal: Signal,
  { place, value }: { readonly place: string; readonly value: number },
): string | undefined {
  if (possibleFor(signal)(value)) return undefined
  const { least, most } = boundsOf(signal)
  return `${place}: ${value} cannot be; write a number from ${short(least)} to ${short(most)} (${signal.unit})`
}

/** `864000000000` is read by nobody. */
function short(value: number): string {
  return Math.abs(value) < 1e6 ? String(value) : value.toExponential().replace('e+', 'e')
}
