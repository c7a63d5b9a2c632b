import type { ClientAttribution, ClientLine, ClientMeasure, PresentAttribution } from '../domain/client-attribution.ts'
import { accusedOf, blameDoubts, coveredBy } from '../domain/client-doubts.ts'
import { counted, listed } from '../domain/listed.ts'
import { formatPercent } from '../domain/quantity.ts'
import { inEnglish } from '../domain/text.ts'
import { showReason } from './format.ts'
import { plain } from './plain-text.ts'

/** What a part is of, for people. */
export const MEASURE_WORDS = {
  tokens: 'tokens',
  request_bytes: 'request bytes',
  requests: 'requests',
} as const satisfies Record<ClientMeasure, string>

/** The *Who* line of a card. */
export function whoText(clients: ClientAttribution): string {
  if (clients.status === 'absent') return unreadText(clients)
  const { stopsAt } = clients
  if (stopsAt !== undefined) return `only gateways are seen: ${plain(stopsAt.why)}; ${stopsAt.mend}`
  const [first] = clients.clients
  if (first === undefined) return `no request had a name${reachText(clients)}`
  const accused = accusedOf(clients)
  if (accused === undefined) {
    return `nobody stands out; first is ${partsText(first, clients)}${reachText(clients)}`
  }
  const doubts = blameDoubts(clients, accused).map(inEnglish)
  const doubt = doubts.length === 0 ? '' : ` (${listed(doubts, 2)})`
  return `${doubts.length === 0 ? '' : 'perhaps '}${partsText(accused, clients)}${growthText(accused)}${reachText(clients)}${doubt}`
}

function unreadText({ sources }: ClientAttribution & { readonly status: 'absent' }): string {
  if (sources.length === 0) return 'not read (no source of clients)'
  const reasons = sources.map(
    ({ source, reason, detail }) => `${plain(source)}: ${plain(detail ?? showReason(reason))}`,
  )
  return `not read (${listed([...new Set(reasons)], 2)})`
}

/** `10.42.9.80 (batch-docs): 9 % of requests, 61 % of tokens (was 5 %)` */
export function partsText(line: ClientLine, { by }: PresentAttribution): string {
  const was = line.shareBefore === undefined ? '' : ` (was ${formatPercent(line.shareBefore)})`
  const requests = by === 'requests' ? '' : `${formatPercent(line.requestShare)} of requests, `
  return `${plain(line.client)}: ${requests}${formatPercent(line.share)} of ${MEASURE_WORDS[by]}${was}`
}

function growthText({ growthShare, role }: ClientLine): string {
  const part = growthShare === undefined ? '' : `, ${formatPercent(Math.min(1, growthShare))} of the growth`
  return `${part}${role === 'culprit' ? ', before requests waited' : ''}`
}

/** How far the names reach. */
export function reachText(clients: PresentAttribution): string {
  const { coverage } = clients
  if (coverage.status === 'absent') return ''
  return ` · explains ${formatPercent(Math.min(1, coverage.value))} of ${inEnglish(coveredBy(clients))}`
}

/** What stands under a table of clients: where it is from, how far it reaches, what others say. */
export function clientNotes(clients: PresentAttribution): readonly string[] {
  const { source, identity, unattributedShare, stopsAt, others, notes, overcountAtMost, query } = clients
  const heard = others.map(({ source: other, by, client, share }) =>
    client === undefined || share === undefined
      ? `${other}: names nobody`
      : `${other}: ${client} has ${formatPercent(share)} of ${MEASURE_WORDS[by]}`,
  )
  return [
    `From ${source}, by ${identity.replaceAll('_', ' ')}${reachText(clients)}: ${query}`,
    ...(stopsAt === undefined ? [] : [`To see who is behind: ${stopsAt.mend}`]),
    ...(unattributedShare > 0 ? [`${formatPercent(unattributedShare)} of the requests have no name`] : []),
    ...(overcountAtMost === undefined
      ? []
      : [`each may be too many by ${counted(Math.round(overcountAtMost), 'request')} at most`]),
    ...heard,
    ...notes,
  ].map(plain)
}
