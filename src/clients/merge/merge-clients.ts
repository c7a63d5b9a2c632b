import type {
  AbsentAttribution,
  ClientAttribution,
  ClientMeasure,
  ClientOpinion,
  GatewayBlind,
  PresentAttribution,
} from '../../domain/client-attribution.ts'
import type { AbsentClients, ClientIdentity, ClientReading, PresentClients } from '../../domain/clients.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { Measure } from '../../domain/reading.ts'
import { attemptsOf, betweenLayers } from './attempts.ts'
import { type LinesContext, clientLines } from './client-lines.ts'
import type { EngineLoad } from './engine-load.ts'
import { commonFailureAge } from './failure-age.ts'
import { type Blindness, blindnessOf } from './gateways.ts'
import type { Minutes } from './growth.ts'
import { type ClientNaming, isIn } from './name-client.ts'
import { type NamedUse, nameUses } from './name-uses.ts'
import { limitNotes } from './limit-notes.ts'
import { bytesPerTokenOf, coverageOf } from './reach.ts'
import { loadOf, measureOf } from './sums.ts'
import { SEES_OTHERS } from './thresholds.ts'

export interface MergeContext {
  /** What the same sources said of a time that begins before the trouble, for when each client's requests became more. */
  readonly lead: readonly ClientReading[]
  readonly engines: EngineLoad
  readonly naming: ClientNaming
  /** Addresses and ranges that are the fleet's own. */
  readonly own: readonly string[]
  /** How many clients to list. */
  readonly top: number
}

/** Who sends the load, from what every source says: one is believed, and the others are heard beside it. */
export function mergeClients(readings: readonly ClientReading[], context: MergeContext): ClientAttribution {
  const judged = readings.flatMap((reading) => (reading.status === 'present' ? [judge(reading, context)] : []))
  const [best, ...others] = judged.toSorted((one, other) => compare(rankOf(other), rankOf(one)))
  const unread = readings.flatMap((reading) => (reading.status === 'absent' ? [unreadOf(reading)] : []))
  if (best === undefined) return { status: 'absent', sources: unread }
  const attribution = attribute(best, context)
  const amplification = attribution.amplification ?? betweenLayers(judged.map(({ reading }) => reading))
  return {
    ...attribution,
    ...(amplification !== undefined && { amplification }),
    others: others.map((judged) => opinionOf(judged, context)),
    notes: [...attribution.notes, ...unread.map(unreadText)],
  }
}

interface Judged {
  readonly reading: PresentClients
  readonly by: ClientMeasure
  readonly blindness: Blindness
}

function judge(reading: PresentClients, { naming, own }: MergeContext): Judged {
  return { reading, by: measureOf(reading), blindness: blindnessOf(reading, { naming, own }) }
}

/** The strongest first: what a gateway vouches for, what a team gives, what stands for many. */
const IDENTITIES = {
  key_alias: 8,
  consumer: 8,
  team: 7,
  user: 6,
  workload: 5,
  address: 4,
  end_user: 3,
  session: 2,
  user_agent: 1,
} as const satisfies Record<ClientIdentity, number>

/** Who these names are the client itself writes. */
const OWN_WORDS: readonly ClientIdentity[] = ['end_user', 'session', 'user_agent']

const MEASURES = { tokens: 2, request_bytes: 1, requests: 0 } as const satisfies Record<ClientMeasure, number>

/** What the names are of goes first, then what they are weighed by, then how good they are. */
function rankOf({ reading, by, blindness }: Judged): readonly number[] {
  const named = reading.total.now.requests - reading.unattributed.now.requests
  return [
    named > 0 ? 1 : 0,
    blindness.stopsAt === undefined ? 1 : 0,
    MEASURES[by],
    reading.total.before === undefined ? 0 : 1,
    IDENTITIES[reading.identity],
    named,
  ]
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((step) => step !== 0) ?? 0
}

function attribute({ reading, by, blindness }: Judged, context: MergeContext): PresentAttribution {
  const { source, query, identity, window, baseline, total, unattributed } = reading
  const { stopsAt, mayBeGateways } = blindness
  const lines = linesOf({ reading, by, blindness }, context)
  const failedAfter = commonFailureAge(reading.failedAfter ?? [])
  const coverage = coverageOf(reading, by, context.engines)
  const attempts = attemptsOf(reading)
  const bytesPerToken = by === 'request_bytes' ? bytesPerTokenOf(reading, context.engines) : undefined
  return {
    status: 'present',
    source,
    query,
    identity,
    by,
    window,
    ...(baseline !== undefined && { baseline }),
    clients: lines.slice(0, context.top),
    ...(lines.length > context.top && { hidden: lines.length - context.top }),
    requests: total.now.requests,
    ...(total.before !== undefined && { requestsBefore: total.before.requests }),
    unattributedShare: total.now.requests > 0 ? unattributed.now.requests / total.now.requests : 0,
    coverage,
    ...(bytesPerToken !== undefined && { bytesPerToken }),
    ...(stopsAt !== undefined && { stopsAt }),
    mayBeGateways,
    isForgeable: OWN_WORDS.includes(identity) || reading.isForgeable === true,
    isPartial: reading.isPartial,
    ...(reading.overcountAtMost !== undefined && { overcountAtMost: reading.overcountAtMost }),
    ...(attempts !== undefined && { amplification: attempts }),
    ...(failedAfter !== undefined && { failedAfter }),
    ...(reading.lostAtOnce !== undefined && {
      lostAtOnce: { requests: reading.lostAtOnce, of: total.now.failures ?? reading.lostAtOnce },
    }),
    others: [],
    notes: [...reading.notes, ...ownNotes(reading, { by, coverage, stopsAt }), ...limitNotes(reading, context.naming)],
  }
}

function linesOf({ reading, by, blindness }: Judged, context: MergeContext): PresentAttribution['clients'] {
  const lines: LinesContext = {
    reading,
    by,
    minutesOf: minutesIn(reading, context.lead),
    queue: context.engines.queue,
    canBlame: ({ raw }) =>
      blindness.stopsAt === undefined && !raw.some((name) => context.own.some((place) => isIn(name, place))),
  }
  return clientLines(nameUses(reading, context.naming), lines)
}

/** Requests by minute of a client, from the same source's word of a longer time; what is not among its first is not known. */
function minutesIn(
  { source, query, identity, window, clients }: PresentClients,
  lead: readonly ClientReading[],
): (use: NamedUse) => Minutes | undefined {
  const same = lead.filter((one) => one.status === 'present' && one.source === source && one.identity === identity)
  const found =
    same.find((one) => one.status === 'present' && one.query === query) ?? (same.length === 1 ? same[0] : undefined)
  const [from, uses] = found?.status === 'present' ? [found.window.start, found.clients] : [window.start, clients]
  const byName = new Map(uses.map(({ client, byMinute }) => [client, byMinute]))
  return ({ raw }) => {
    const all = raw.flatMap((name) => {
      const minutes = byName.get(name)
      return minutes === undefined ? [] : [minutes]
    })
    if (all.length === 0 || all.length < raw.length) return undefined
    const most = Math.max(...all.map(({ length }) => length))
    const counts = Array.from({ length: most }, (_, index) => all.reduce((sum, one) => sum + (one[index] ?? 0), 0))
    return { start: from, counts }
  }
}

function opinionOf(judged: Judged, context: MergeContext): ClientOpinion {
  const [first] = linesOf(judged, context)
  const isNamed = first !== undefined && judged.blindness.stopsAt === undefined
  return { source: judged.reading.source, by: judged.by, ...(isNamed && { client: first.client, share: first.share }) }
}

interface Findings {
  readonly by: ClientMeasure
  readonly coverage: Measure
  readonly stopsAt: GatewayBlind | undefined
}

function ownNotes({ identity, total }: PresentClients, { by, coverage, stopsAt }: Findings): readonly string[] {
  const seesOthers = coverage.status === 'present' && coverage.value > SEES_OTHERS
  const hasBytes = by === 'request_bytes' && loadOf(total.now, 'request_bytes') !== undefined
  return [
    ...(hasBytes ? ['parts are of bytes of requests, which stand in for prompt tokens'] : []),
    ...(by === 'requests' ? ['parts are of requests: a few with long prompts can be more load than many'] : []),
    ...(seesOthers && coverage.status === 'present'
      ? [`it sees ${formatPercent(coverage.value)} of what the engines count: another service may be in it`]
      : []),
    ...(identity === 'user_agent' ? ['a user agent is what the client calls itself'] : []),
    ...(stopsAt === undefined ? [] : [`attribution stops at the gateway: ${stopsAt.why}`]),
  ]
}

function unreadOf({ source, reason, detail }: AbsentClients): AbsentAttribution['sources'][number] {
  return { source, reason, ...(detail !== undefined && { detail }) }
}

function unreadText({ source, reason, detail }: AbsentAttribution['sources'][number]): string {
  const why = reason.replaceAll('_', ' ')
  return detail === undefined ? `${source}: not read (${why})` : `${source}: not read (${why}: ${detail})`
}
