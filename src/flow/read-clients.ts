import type { ClientSource } from '../clients/client-source.ts'
import type { ClientReading, ClientsRequest } from '../domain/clients.ts'
import { type Seconds, type UnixSeconds, earlier, hours, minutes, unixSeconds } from '../domain/time.ts'
import type { Baseline, Window } from '../domain/window.ts'
import { within } from '../lib/within.ts'

export interface ClientsAsked {
  readonly window: Window
  readonly baselines: readonly Baseline[]
  readonly takenAt: UnixSeconds
  readonly deadlineSeconds: number
}

/** What the sources say of the window, and of a longer time that begins before the trouble. */
export interface ClientsTold {
  readonly readings: readonly ClientReading[]
  readonly lead: readonly ClientReading[]
}

/** How many clients a source names: those of one team may be many. */
const TOP = 50
/** Before the quiet hour's end nobody had begun; beyond this nobody remembers. */
const LEAD_BEFORE = minutes(5)
const LONGEST_LEAD = hours(2)
/** For a source to hand over what it has when the deadline strikes. */
const GRACE: Seconds = minutes(0.1 / 60)

/** Asks all sources at once, never for longer than the deadline; who is late is absent. Never rejects. */
export async function readClients(sources: readonly ClientSource[], asked: ClientsAsked): Promise<ClientsTold> {
  const { window, baselines, takenAt, deadlineSeconds } = asked
  const before = baselines.find(({ name }) => name === 'hour_before')
  const baseline = before === undefined ? {} : { baseline: { start: before.start, end: before.end } }
  const leadStart = Math.max(earlier(before?.end ?? window.start, LEAD_BEFORE), earlier(window.end, LONGEST_LEAD))
  const ask = async (request: Omit<ClientsRequest, 'deadline'>): Promise<readonly ClientReading[]> => {
    const all = await Promise.all(sources.map((source) => askWithin(source, request, deadlineSeconds)))
    return all.flat()
  }
  const [readings, lead] = await Promise.all([
    ask({ window, ...baseline, top: TOP, takenAt }),
    ask({ window: { start: unixSeconds(leadStart), end: window.end }, top: TOP, takenAt }),
  ])
  return { readings, lead }
}

function askWithin(
  source: ClientSource,
  request: Omit<ClientsRequest, 'deadline'>,
  deadlineSeconds: number,
): Promise<readonly ClientReading[]> {
  const { name } = source
  return within(Math.max(0, deadlineSeconds) * 1000, [], async (deadline) => {
    const late = new Promise<readonly ClientReading[]>((resolve) => {
      const give = (): void => resolve([{ status: 'absent', source: name, reason: 'timeout' }])
      const wait = (): unknown => setTimeout(give, GRACE * 1000)
      if (deadline.aborted) wait()
      else deadline.addEventListener('abort', wait, { once: true })
    })
    const fault: ClientReading = { status: 'absent', source: name, reason: 'bad_answer' }
    return Promise.race([readOf(source, { ...request, deadline }).catch(() => [fault]), late])
  })
}

/** As a promise also where the source throws at once. */
async function readOf(source: ClientSource, request: ClientsRequest): Promise<readonly ClientReading[]> {
  return source.read(request)
}
