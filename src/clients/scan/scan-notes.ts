import { fewLines } from '../../domain/listed.ts'
import { toIso } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import type { Counter, Spans } from './counter.ts'
import type { Scanned } from './scan-files.ts'

export interface NoteFacts {
  readonly spans: Spans
  readonly spansRead: { readonly window: Window; readonly baseline?: Window }
  readonly counter: Counter
  readonly zoneName: string
}

const MOST_PROBLEMS = 5

/** What the numbers of a scan rest on, for a person, one sentence a note. */
export function scanNotes(scanned: Scanned, { spans, spansRead, counter, zoneName }: NoteFacts): readonly string[] {
  const { understood, problems, counts } = scanned
  const { untimed } = counts.addresses.seen
  const overcount = counter.tally.hasForgotten()
  return [
    ...fewLines(
      problems.map(({ path, words }) => `${path}: ${words}`),
      MOST_PROBLEMS,
      (more) => `${more} more files could not be read`,
    ),
    ...timeNotes(understood.requests, untimed, spans.window !== undefined),
    ...coverageNotes(scanned, spans, spansRead),
    ...(understood.zoneGuessed > 0
      ? [`${understood.zoneGuessed} times have no zone beside them and were read as ${zoneName}`]
      : []),
    ...(understood.copies > 0
      ? [`${understood.copies} lines are copies of others by a mesh's second proxy and were left out`]
      : []),
    ...(understood.fromHeader > 0
      ? [
          `${understood.fromHeader} requests have an address that the server took from X-Forwarded-For by a trust of its own: where FORWARDED_ALLOW_IPS is *, anybody can write it`,
        ]
      : []),
    ...([...understood.formats.keys()].some((name) => name.startsWith('uvicorn'))
      ? [
          'uvicorn writes a line when the answer starts, and none for a client that left before: few lines are not few requests',
        ]
      : []),
    ...(overcount
      ? [
          'there were more clients than are counted one by one: other sums than requests may miss what a client sent before it was among the largest',
        ]
      : []),
  ]
}

function timeNotes(requests: number, untimed: number, hasWindow: boolean): readonly string[] {
  if (untimed === 0) return []
  if (untimed >= requests) {
    return [
      'the lines carry no time, so all of them are counted as one span; a collector that writes the time (kubectl logs --timestamps) tells when',
    ]
  }
  return hasWindow ? [`${untimed} requests carry no time and are counted as of the window`] : []
}

function coverageNotes(
  { beginsAt }: Scanned,
  spans: Spans,
  { window, baseline }: NoteFacts['spansRead'],
): readonly string[] {
  if (beginsAt === undefined || spans.window === undefined) return []
  if (window.start > spans.window.start) return [`the log begins at ${toIso(beginsAt)}, inside the window`]
  if (spans.baseline === undefined) return []
  if (baseline === undefined) return [`the log begins at ${toIso(beginsAt)}, so there is nothing to compare with`]
  return baseline.start > spans.baseline.start
    ? [`the log begins at ${toIso(beginsAt)}: what is compared with is shorter than asked`]
    : []
}
