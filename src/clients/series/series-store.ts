import type { UnixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { VectorRow } from '../../lib/vector.ts'

export interface SeriesRows {
  readonly rows: readonly VectorRow[]
  /** The store said that its answer may be incomplete. */
  readonly isPartial: boolean
}

/** Something that speaks PromQL, opened for one reading. Its answers never reject. */
export interface SeriesStore {
  /** An instant vector at a time. */
  readonly ask: (promql: string, at: UnixSeconds) => Promise<Answered<SeriesRows>>
  /** The same at each minute of a window, from one minute after its start to its end; each row has a value for each. */
  readonly askMinutes: (promql: string, window: Window) => Promise<Answered<readonly MinuteRow[]>>
}

export interface MinuteRow extends Pick<VectorRow, 'labels'> {
  readonly values: readonly number[]
}
