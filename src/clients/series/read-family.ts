import type { ClientReading, ClientsRequest } from '../../domain/clients.ts'
import { largest, toReading } from '../to-reading.ts'
import { sumBy } from './parts.ts'
import { readMinutes } from './read-minutes.ts'
import { type SpanQuestion, growthOf, readSpan } from './read-span.ts'

/** Who sent what by one of a family's identities, in the window and in the baseline. */
export async function readFamily(question: SpanQuestion, request: ClientsRequest): Promise<ClientReading> {
  const { family, identity, scene } = question
  const { source, note } = family
  const { window, baseline } = request
  const [now, before] = await Promise.all([
    readSpan(window, question),
    baseline === undefined ? undefined : readSpan(baseline, question),
  ])
  if (now.status === 'failed') {
    return { status: 'absent', source, reason: now.reason, ...(now.detail !== undefined && { detail: now.detail }) }
  }
  if (now.value === undefined || now.value.counts.total.requests <= 0) {
    return {
      status: 'absent',
      source,
      reason: 'no_traffic',
      detail: 'no request of a client was counted in the window',
    }
  }
  const earlier = before?.status === 'ok' ? before.value : undefined
  const clients = new Set(largest(now.value.counts.byClient, request.top))
  const byMinute = await readMinutes(clients, now.value, question)
  const unread =
    before?.status === 'failed' ? [`the baseline could not be read: ${before.detail ?? before.reason}`] : []
  const query = family.counters.slice(0, 1).map((counter) => sumBy(identity.labels, growthOf(counter, window, scene)))
  return toReading(
    {
      source,
      query: query.join(''),
      identity: identity.identity,
      now: now.value.counts,
      ...(earlier !== undefined && { before: earlier.counts }),
      ...(byMinute !== undefined && { byMinute }),
      isPartial: now.value.isPartial || (earlier?.isPartial ?? false),
      notes: [...(note === undefined ? [] : [note]), ...unread],
    },
    request,
  )
}
