import type { ClientLine, PresentAttribution } from './client-attribution.ts'
import { formatPercent } from './quantity.ts'
import type { Text } from './text.ts'
import { say } from './text.ts'

/** Part (0..1) of the engines' load below which another client, unseen, may be the one. */
export const LOW_COVERAGE = 0.5

/** Part (0..1) of a client's requests that a count of heavy hitters may add to it and is still one's own. */
const SMALL_OVERCOUNT = 0.1

/** Its growth over that of all, beyond which others send less by most of what it sends more: it may be one of them, elsewhere. */
const MOVED = 2

/** Part (0..1) of its requests that fail, from which a client may only be sending again what was not answered. */
const MOSTLY_FAILS = 0.5

/** User agents, forwarded addresses or identities at one address beyond which it is no client's alone: a program has one or two, a person another. */
const VOICES_OF_ONE = 4

/** A prompt's token is three to five bytes, and JSON is around it; images and compressed bodies are far from it. */
const BYTES_PER_TOKEN = { least: 2, most: 12, steady: 1.25 } as const

/** Part (0..1) of the growth of bytes that is so much that what else they might be cannot turn it. */
const FAR_MOST = 0.8

/** Why no client may be accused firmly, each in a few words; none where the names, the numbers and their reach are sure. */
export function blameDoubts(clients: PresentAttribution, line: ClientLine | undefined): readonly Text[] {
  const { coverage, stopsAt, mayBeGateways, isForgeable, isPartial, by, overcountAtMost = 0 } = clients
  const isLow = coverage.status === 'present' && coverage.value < LOW_COVERAGE
  const own = line === undefined ? 0 : line.requestShare * clients.requests
  return [
    ...(stopsAt === undefined ? [] : [say`only gateways are seen`]),
    ...(stopsAt === undefined && mayBeGateways ? [say`so few addresses may be gateways`] : []),
    ...(isForgeable ? [say`a client can write this name itself`] : []),
    ...(isLow && coverage.status === 'present'
      ? [say`only ${formatPercent(coverage.value)} of ${coveredBy(clients)} have a name`]
      : []),
    ...(coverage.status === 'absent' ? [say`how much of the engines' load it is was not read`] : []),
    ...(isPartial ? [say`the source may have answered in part`] : []),
    ...(by === 'request_bytes' && !bytesTell(clients, line) ? [say`bytes of requests stand in for tokens`] : []),
    ...(by === 'requests' ? [say`only requests are counted, and some are little load`] : []),
    ...((line?.failedShare ?? 0) >= MOSTLY_FAILS ? [say`most of its requests fail: it may only send again`] : []),
    ...((line?.behind ?? 0) > VOICES_OF_ONE
      ? [say`many may sit behind it: ${line?.behind ?? 0} user agents or forwarded addresses`]
      : []),
    ...((line?.growthShare ?? 0) > MOVED ? [say`others send as much less: it may be one of them by another name`] : []),
    ...(overcountAtMost > own * SMALL_OVERCOUNT ? [say`so many clients were counted by a sketch`] : []),
    ...(line?.role === 'suspect' ? [say`that requests wait because it grew is not known`] : []),
  ]
}

/** Whether bytes are tokens here: as many for each as text has, as before, and so much of their growth is the client's that it cannot be another's. */
function bytesTell({ bytesPerToken, coverage }: PresentAttribution, line: ClientLine | undefined): boolean {
  if (bytesPerToken === undefined || (line?.growthShare ?? 0) < FAR_MOST) return false
  if (coverage.status === 'absent' || coverage.value < FAR_MOST) return false
  const { now, before } = bytesPerToken
  const { least, most, steady } = BYTES_PER_TOKEN
  const areOfText = [now, before].every((ratio) => ratio >= least && ratio <= most)
  return areOfText && now <= before * steady && before <= now * steady
}

/** What the coverage is of. */
export function coveredBy({ by }: Pick<PresentAttribution, 'by'>): Text {
  return by === 'tokens' ? say`the prompt tokens` : say`the requests`
}

/** Whose growth it is, by all that is known: the culprit, else the suspect; nobody where only gateways are seen. */
export function accusedOf({ clients, stopsAt }: PresentAttribution): ClientLine | undefined {
  if (stopsAt !== undefined) return undefined
  return clients.find(({ role }) => role === 'culprit') ?? clients.find(({ role }) => role === 'suspect')
}
