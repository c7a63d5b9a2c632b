import { threeDigits } from '../domain/quantity.ts'
import type { Reading } from '../domain/reading.ts'
import { valueOf } from '../domain/reading.ts'

/** What one source says of one signal. */
export interface Witness {
  readonly source: string
  readonly reading: Reading
}

export interface Merged<Kind extends Witness> {
  readonly reading: Reading
  /** Contradictions to the reading. */
  readonly contradictions: readonly { readonly by: Kind; readonly note: string }[]
}

/** Two sources scrape at other moments, so their numbers differ a little; by more than this part they contradict. */
const CONTRADICTION = 0.1

/** The best witness: one with a value for the fleet, else one with any value, else the first; undefined without any. */
export function mergeReadings<Kind extends Witness>(witnesses: readonly Kind[]): Merged<Kind> | undefined {
  const [first, ...others] = witnesses
  if (first === undefined) return undefined
  const best = others.reduce((best, one) => (rankOf(one.reading) > rankOf(best.reading) ? one : best), first)
  const contradictions = witnesses.flatMap((by) => {
    const note = by === best ? undefined : contradiction(best, by)
    return note === undefined ? [] : [{ by, note }]
  })
  return { reading: best.reading, contradictions }
}

function rankOf(reading: Reading): number {
  if (reading.status === 'present') return reading.fleet.status === 'present' ? 3 : 2
  return reading.reason === 'not_configured' ? 0 : 1
}

function contradiction(best: Witness, other: Witness): string | undefined {
  const [one, two] = [best, other].map(({ reading }) =>
    reading.status === 'present' ? valueOf(reading.fleet) : undefined,
  )
  if (one === undefined || two === undefined) return undefined
  const difference = Math.abs(one - two)
  if (difference <= CONTRADICTION * Math.max(Math.abs(one), Math.abs(two))) return undefined
  return `${best.reading.signal}: ${other.source} says ${threeDigits(two)}, ${best.source} says ${threeDigits(one)}, which is used`
}
