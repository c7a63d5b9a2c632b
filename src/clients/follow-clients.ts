import type { ClientReading, ClientsRequest } from '../domain/clients.ts'
import { type UnixSeconds, later, minutes, unixSeconds } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import type { Clock } from '../lib/clock.ts'
import { type FollowOptions, createFollower } from './scan/follow-files.ts'
import { createMinuteBook } from './scan/minute-book.ts'
import { toReading } from './to-reading.ts'

/** Clients of files that are followed as they grow. */
export interface LiveClients {
  /** Undefined while nothing was read, and where lines tell their time, so that the files themselves tell more. */
  readonly read: (request: ClientsRequest, source: string) => ClientReading | undefined
  readonly close: () => Promise<void>
}

/** A line's minute is that of its reading, which this is the error of. */
const EVERY_SECONDS = 5
/** What a shorter time says is chance. */
const SHORTEST = minutes(1)

export function followClients(options: FollowOptions, clock: Clock): LiveClients {
  const follower = createFollower(options)
  const book = createMinuteBook()
  const since = unixSeconds(clock.now())
  let isClosed = false
  let looking = Promise.resolve()
  let cancel: () => void = () => undefined

  async function look(): Promise<void> {
    const now = unixSeconds(clock.now())
    book.add(now, await follower.look(now))
  }

  function next(): void {
    looking = look().then(() => {
      // Of lines that tell their time the files tell more: they are read when somebody asks.
      if (!isClosed && !book.isTimed()) cancel = clock.after(EVERY_SECONDS, next)
    })
    looking.catch(() => undefined)
  }
  next()

  return {
    read: (request, source) => {
      if (!book.hasLines() || book.isTimed()) return undefined
      const window = followedPart(request.window, since)
      const baseline = request.baseline === undefined ? undefined : followedPart(request.baseline, since)
      if (window === undefined) return undefined
      const { baseline: _, ...rest } = request
      return toReading(
        {
          source,
          query: options.paths.join(' '),
          identity: 'address',
          now: book.between(window),
          ...(baseline !== undefined && { before: book.between(baseline) }),
          byMinute: book.byMinute(window),
          isPartial: false,
          notes: notesOf(baseline !== undefined),
        },
        { ...rest, window, ...(baseline !== undefined && { baseline }) },
      )
    },
    close: async () => {
      isClosed = true
      cancel()
      await looking.catch(() => undefined)
      await follower.close()
    },
  }
}

/** Before the following began nothing is known. */
function followedPart(span: Window, since: UnixSeconds): Window | undefined {
  if (since <= span.start) return span
  const start = later(span.start, minutes(Math.ceil((since - span.start) / 60)))
  return later(start, SHORTEST) <= span.end ? { start, end: span.end } : undefined
}

function notesOf(hasBaseline: boolean): readonly string[] {
  return [
    'the lines carry no time: each is counted in the minute in which it was read',
    'a server that logs when its answer starts has no line for a client that left before: few lines are not few requests',
    ...(hasBaseline ? [] : ['the files are not followed for long enough to compare with the time before']),
  ]
}
