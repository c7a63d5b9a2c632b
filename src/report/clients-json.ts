import type { ClientAttribution, ClientLine } from '../domain/client-attribution.ts'
import { accusedOf, blameDoubts } from '../domain/client-doubts.ts'
import { formatReason } from '../domain/quantity.ts'
import { toIso } from '../domain/time.ts'
import { inEnglish } from '../domain/text.ts'
import { clientNotes } from './client-text.ts'
import { finiteValue } from './finite.ts'
import type { JsonClient, JsonClients } from './triage-json.ts'

/** Who sends the load, as a part of `whyslow/triage/v1`. */
export function toClients(clients: ClientAttribution): JsonClients {
  if (clients.status === 'absent') {
    const reasons = clients.sources.map(
      ({ source, reason, detail }) =>
        `${source}: not read (${inEnglish(formatReason(reason))}${detail === undefined ? '' : `: ${detail}`})`,
    )
    return { ...NOT_READ, notes: reasons.length === 0 ? NOT_READ.notes : reasons }
  }
  const { source, by, coverage } = clients
  const doubts = blameDoubts(clients, accusedOf(clients)).map((doubt) => `not firm: ${inEnglish(doubt)}`)
  return {
    source,
    by,
    coverage: finiteValue(coverage),
    top: clients.clients.map(toClient),
    notes: [...clientNotes(clients, inEnglish), ...doubts],
  }
}

/** Nobody has asked who sends the load: that is not the same as nobody sending it. */
const NOT_READ: JsonClients = {
  source: null,
  by: null,
  coverage: null,
  top: [],
  notes: ['clients were not read: no access log and no client-labelled series is a source of this triage'],
}

function toClient(line: ClientLine): JsonClient {
  const { client, role, share, requestShare, requestsPerSecond, grewAt, instances } = line
  return {
    client,
    role,
    share,
    baseline_share: line.shareBefore ?? null,
    growth_share: line.growthShare ?? null,
    request_share: requestShare,
    requests_per_s: requestsPerSecond,
    baseline_requests_per_s: line.requestsPerSecondBefore ?? null,
    failed_share: line.failedShare ?? null,
    grew_at: grewAt === undefined ? null : toIso(grewAt),
    instances,
  }
}
