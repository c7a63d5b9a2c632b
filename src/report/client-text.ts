import type { ClientAttribution, ClientLine, PresentAttribution } from '../domain/client-attribution.ts'
import { accusedOf, blameDoubts, coveredBy } from '../domain/client-doubts.ts'
import { MEASURE_WORDS, growthText, partText } from '../domain/client-words.ts'
import { formatPercent, formatQuantity, formatReason } from '../domain/quantity.ts'
import type { ClientIdentity } from '../domain/clients.ts'
import type { Speak, Text } from '../domain/text.ts'
import { fewOf, kept, say } from '../domain/text.ts'
import { plain } from './plain-text.ts'

/** The *Who* line of a card. */
export function whoText(clients: ClientAttribution, speak: Speak): string {
  if (clients.status === 'absent') return unreadText(clients, speak)
  const { stopsAt } = clients
  if (stopsAt !== undefined) {
    return speak(say`only gateways are seen: ${kept(plain(stopsAt.why))}; ${kept(stopsAt.mend)}`)
  }
  const [first] = clients.clients
  if (first === undefined) return speak(say`no request had a name${reachText(clients)}`)
  const accused = accusedOf(clients)
  if (accused === undefined) {
    return speak(say`nobody stands out; first is ${partsText(first, clients)}${reachText(clients)}`)
  }
  const doubts = blameDoubts(clients, accused)
  const doubt = doubts.length === 0 ? '' : say` (${fewOf(doubts, 2)})`
  const perhaps = doubts.length === 0 ? '' : say`perhaps `
  const before = accused.role === 'culprit' ? say`, before requests waited` : ''
  const growth = say`${growthText(accused)}${before}`
  return speak(say`${perhaps}${partsText(accused, clients)}${growth}${reachText(clients)}${doubt}`)
}

function unreadText({ sources }: ClientAttribution & { readonly status: 'absent' }, speak: Speak): string {
  if (sources.length === 0) return speak(say`not read (no source of clients)`)
  const reasons = sources.map(({ source, reason, detail }) =>
    speak(say`${kept(plain(source))}: ${detail === undefined ? formatReason(reason) : kept(plain(detail))}`),
  )
  return speak(say`not read (${fewOf([...new Set(reasons)], 2)})`)
}

/** `10.42.9.80 (batch-docs): 9 % of requests, 61 % of tokens (was 5 %)` */
export function partsText(line: ClientLine, { by }: PresentAttribution): Text {
  const requests = by === 'requests' ? '' : say`${formatPercent(line.requestShare)} of requests, `
  return say`${plain(line.client)}: ${requests}${partText(line, by)}`
}

/** How far the names reach. */
export function reachText(clients: PresentAttribution): Text {
  const { coverage } = clients
  if (coverage.status === 'absent') return say``
  return say` · explains ${formatPercent(Math.min(1, coverage.value))} of ${coveredBy(clients)}`
}

const IDENTITY_WORDS: Readonly<Record<ClientIdentity, Text>> = {
  address: say`address`,
  key_alias: say`key alias`,
  consumer: say`consumer`,
  team: say`team`,
  user: say`user`,
  end_user: say`end user`,
  workload: say`workload`,
  user_agent: say`user agent`,
  session: say`session`,
}

/** What stands under a table of clients: where it is from, how far it reaches, what others say. */
export function clientNotes(clients: PresentAttribution, speak: Speak): readonly string[] {
  const { source, identity, unattributedShare, stopsAt, others, notes, overcountAtMost, query } = clients
  const heard = others.map(({ source: other, by, client, share }) =>
    client === undefined || share === undefined
      ? say`${kept(other)}: names nobody`
      : say`${kept(other)}: ${client} has ${formatPercent(share)} of ${MEASURE_WORDS[by]}`,
  )
  return [
    say`From ${kept(source)}, by ${IDENTITY_WORDS[identity]}${reachText(clients)}: ${query}`,
    ...(stopsAt === undefined ? [] : [say`To see who is behind: ${kept(stopsAt.mend)}`]),
    ...(unattributedShare > 0 ? [say`${formatPercent(unattributedShare)} of the requests have no name`] : []),
    ...(overcountAtMost === undefined
      ? []
      : [say`each may be too many by ${formatQuantity(Math.round(overcountAtMost), 'requests')} at most`]),
    ...heard,
    ...notes.map(kept),
  ].map((note) => plain(speak(note)))
}
