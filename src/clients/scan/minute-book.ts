import type { ClientCounts } from '../../domain/clients.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { type SpanCounts, addCounts } from '../to-reading.ts'
import { UNATTRIBUTED } from './tally.ts'
import type { RequestCounts } from './request-counts.ts'
import { countsOf, totalOf } from './to-readings.ts'

/** What clients sent in each of the last minutes, by when their lines were read. */
export interface MinuteBook {
  readonly add: (at: UnixSeconds, counts: RequestCounts) => void
  /** What was sent between two moments, to whole minutes. */
  readonly between: (span: Window) => SpanCounts
  /** Each client's requests by minute from the span's start on. */
  readonly byMinute: (span: Window) => ReadonlyMap<string, readonly number[]>
  readonly hasLines: () => boolean
  /** Whether lines told their own time, so that reading the files again tells more. */
  readonly isTimed: () => boolean
}

interface Minute {
  readonly clients: Map<string, ClientCounts>
  total: ClientCounts
  unnamed: ClientCounts
}

/** A window, the hour before it, and some time to ask. */
const MOST_MINUTES = 180
/** The rest is in the sum alone. */
const MOST_CLIENTS = 1000

export function createMinuteBook(): MinuteBook {
  const minutes = new Map<number, Minute>()
  let timed = 0
  let untimed = 0

  function minutesIn({ start, end }: Window): readonly Minute[] {
    return [...minutes].filter(([minute]) => minute * 60 >= start - 30 && minute * 60 < end - 30).map(([, own]) => own)
  }

  return {
    add: (at, { addresses }) => {
      const { tally, rows, seen } = addresses
      const requests = tally.total(0, 'requests')
      if (requests === 0) return
      untimed += seen.untimed
      timed += requests - seen.untimed
      const minute = Math.floor(at / 60)
      const own = minutes.get(minute) ?? { clients: new Map<string, ClientCounts>(), total: NOTHING, unnamed: NOTHING }
      own.total = sum(own.total, totalOf(addresses, 0))
      own.unnamed = sum(own.unnamed, countsOf(addresses, UNATTRIBUTED, 0))
      for (let row = 1; row < tally.rows(); row++) {
        const name = rows.nameOf(row)
        const known = own.clients.get(name)
        if (known === undefined && own.clients.size >= MOST_CLIENTS) continue
        own.clients.set(name, sum(known ?? NOTHING, countsOf(addresses, row, 0)))
      }
      minutes.set(minute, own)
      for (const old of minutes.keys()) if (old <= minute - MOST_MINUTES) minutes.delete(old)
    },
    between: (span) => {
      const all = minutesIn(span)
      const byClient = new Map<string, ClientCounts>()
      for (const { clients } of all) {
        for (const [name, counts] of clients) byClient.set(name, sum(byClient.get(name) ?? NOTHING, counts))
      }
      return {
        byClient,
        total: all.reduce((total, own) => sum(total, own.total), NOTHING),
        unnamed: all.reduce((total, own) => sum(total, own.unnamed), NOTHING),
        isWhole: all.every(({ clients }) => clients.size < MOST_CLIENTS),
      }
    },
    byMinute: (span) => {
      const length = Math.ceil((span.end - span.start) / 60)
      const found = new Map<string, number[]>()
      for (const [minute, { clients }] of minutes) {
        const index = Math.round((minute * 60 - span.start) / 60)
        if (index < 0 || index >= length) continue
        for (const [name, { requests }] of clients) {
          const own = found.get(name) ?? Array.from({ length }, () => 0)
          own[index] = requests
          found.set(name, own)
        }
      }
      return found
    },
    hasLines: () => timed + untimed > 0,
    isTimed: () => timed > 0,
  }
}

const NOTHING: ClientCounts = { requests: 0 }

/** The first sum there is counts alone: nothing was counted before it. */
function sum(before: ClientCounts, more: ClientCounts): ClientCounts {
  return before === NOTHING ? more : addCounts([before, more])
}
