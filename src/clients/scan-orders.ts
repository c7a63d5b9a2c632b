import type { HandedOver, RangeJob } from './scan/helpers.ts'
import type { Range } from './scan/find-range.ts'
import type { RangeEnd } from './scan/range-reading.ts'
import type { Spans } from './scan/counter.ts'

/** What a thread needs to read lines as the thread that started it does. */
export interface ThreadSettings {
  readonly spans: Spans
  /** Networks of trusted proxies. */
  readonly trusted: readonly string[]
  /** The IANA zone of times that have none beside them. */
  readonly zoneName: string
  /** The id of the format where it was stated. */
  readonly format?: string
}

/** What a thread is told, one order after the other. */
export type Order =
  | { readonly kind: 'begin'; readonly job: RangeJob; readonly settings: ThreadSettings }
  | { readonly kind: 'read'; readonly range: Range }
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'stop' }

/** What a thread tells; each order to read or to hand over is answered by one of the last three. */
export type Report =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'end'; readonly end: RangeEnd }
  | { readonly kind: 'handed_over'; readonly handedOver: HandedOver }
  | { readonly kind: 'failed'; readonly message: string }
