import type { Diagnosis } from '../domain/diagnosis.ts'
import { standingOf } from '../report/standing.ts'

/** What `whyslow` ends with. */
export const EXIT = { healthy: 0, unexpected: 1, usage: 2, cause: 10, inconclusive: 11 } as const

export function exitCodeOf({ headline }: Diagnosis): number {
  return EXIT[standingOf(headline.cause)]
}

/** Told the exit code a command ended with. */
export type Finish = (code: number) => void
