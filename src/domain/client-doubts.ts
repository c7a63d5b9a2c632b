import type { ClientLine, PresentAttribution } from './client-attribution.ts'
import { formatPercent } from './quantity.ts'

/** Part (0..1) of the engines' load below which another client, unseen, may be the one. */
export const LOW_COVERAGE = 0.5

/** Part (0..1) of a client's requests that a count of heavy hitters may add to it and is still one's own. */
const SMALL_OVERCOUNT = 0.1

/** Its growth over that of all, beyond which others send less by most of what it sends more: it may be one of them, elsewhere. */
const MOVED = 2

/** Why no client may be accused firmly, each in a few words; none where the names, the numbers and their reach are sure. */
export function blameDoubts(clients: PresentAttribution, line: ClientLine | undefined): readonly string[] {
  const { coverage, stopsAt, mayBeGateways, isForgeable, isPartial, by, overcountAtMost = 0 } = clients
  const isLow = coverage.status === 'present' && coverage.value < LOW_COVERAGE
  const own = line === undefined ? 0 : line.requestShare * clients.requests
  return [
    ...(stopsAt === undefined ? [] : ['only gateways are seen']),
    ...(stopsAt === undefined && mayBeGateways ? ['so few addresses may be gateways'] : []),
    ...(isForgeable ? ['a client can write this name itself'] : []),
    ...(isLow && coverage.status === 'present'
      ? [`only ${formatPercent(coverage.value)} of ${coveredBy(clients)} have a name`]
      : []),
    ...(coverage.status === 'absent' ? ["how much of the engines' load it is was not read"] : []),
    ...(isPartial ? ['the source may have answered in part'] : []),
    ...(by === 'request_bytes' ? ['bytes of requests stand in for tokens'] : []),
    ...(by === 'requests' ? ['requests stand in for tokens'] : []),
    ...((line?.growthShare ?? 0) > MOVED ? ['others send as much less: it may be one of them by another name'] : []),
    ...(overcountAtMost > own * SMALL_OVERCOUNT ? ['so many clients were counted by a sketch'] : []),
    ...(line?.role === 'suspect' ? ['that requests wait because it grew is not known'] : []),
  ]
}

/** What the coverage is of. */
export function coveredBy({ by }: Pick<PresentAttribution, 'by'>): string {
  return by === 'tokens' ? 'the prompt tokens' : 'the requests'
}

/** Whose growth it is, by all that is known: the culprit, else the suspect; nobody where only gateways are seen. */
export function accusedOf({ clients, stopsAt }: PresentAttribution): ClientLine | undefined {
  if (stopsAt !== undefined) return undefined
  return clients.find(({ role }) => role === 'culprit') ?? clients.find(({ role }) => role === 'suspect')
}
