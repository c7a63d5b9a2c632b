import type { ClientAttribution } from '../../domain/client-attribution.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { type Reading, present } from '../../domain/reading.ts'
import { lengthOf } from '../../domain/window.ts'
import { clientRequests } from '../../signals/clients.ts'

/** Evidence with who sends the load, and how much of it has a name beside the other readings. */
export function withClients(evidence: Evidence, clients: ClientAttribution): Evidence {
  return { ...evidence, clients, readings: { ...evidence.readings, [clientRequests.id]: readingOfClients(clients) } }
}

/** How much of the load has a name, as a reading beside the others. */
function readingOfClients(clients: ClientAttribution): Reading {
  const { id: signal } = clientRequests
  if (clients.status === 'absent') {
    const [first] = clients.sources
    if (first === undefined) return { status: 'absent', signal, reason: 'not_configured' }
    const detail = `${first.source}${first.detail === undefined ? '' : `: ${first.detail}`}`
    return { status: 'absent', signal, reason: first.reason, detail }
  }
  const { source, query, window, baseline, requests, requestsBefore, unattributedShare, stopsAt } = clients
  if (stopsAt !== undefined) return { status: 'absent', signal, reason: 'not_exposed', detail: stopsAt.why, query }
  const length = lengthOf(window)
  const beforeLength = baseline === undefined ? 0 : lengthOf(baseline)
  return {
    status: 'present',
    signal,
    source,
    names: [],
    query,
    partial: clients.isPartial,
    fleet: present(length > 0 ? (requests * (1 - unattributedShare)) / length : 0),
    baselines:
      requestsBefore !== undefined && beforeLength > 0 ? { hour_before: present(requestsBefore / beforeLength) } : {},
    rows: [],
  }
}
