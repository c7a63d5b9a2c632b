import type { LineClock } from '../access-line.ts'
import type { Instant } from '../formats/instant.ts'

/** What one layer held, and what the layer itself said. */
export interface Peeled extends Instant {
  readonly text: string
  /** The pod, service or unit whose line it is. */
  readonly source?: string
  /** `stdout` or `stderr`, whose pieces are put together apart. */
  readonly stream?: string
  /** The line goes on in the next record of its stream; left out where records are never cut. */
  readonly isPartial?: boolean
}

/** A layer that a collector puts around lines. */
export interface Wrapper {
  /** In kebab-case, as in `uvicorn in cri`. */
  readonly id: string
  /** The lines inside, most often one; undefined where the text has not this layer. */
  readonly peel: (text: string, clock: LineClock) => readonly Peeled[] | undefined
}
