import { say } from '../domain/text.ts'
import type { Family } from './family.ts'
import type { Signal } from './signal.ts'
import { last } from './term-builders.ts'

/** Counted by whyslow itself from access logs and the like: no store of metrics has it. */
const namedRequests: Family = { id: 'client_requests', type: 'gauge', names: ['whyslow_client_requests'] }

/** How much is known of who sends the load; where only gateways are seen it is not exposed. */
export const clientRequests: Signal = {
  id: 'client_requests',
  title: say`requests of which the client is known`,
  unit: 'requests/s',
  exposer: 'clients',
  witness: 'clients',
  term: last(namedRequests, 'sum'),
  rows: 'none',
  baselined: true,
  enableWith: say`name the access log of the gateway under the cluster's \`access_logs\``,
  isOptional: true,
}

/** What is read from the attribution itself, beside how much of it there is. */
export const CLIENT_NUMBERS = {
  growth: 'client_growth_share',
  others: 'other_clients_growth',
  coverage: 'client_coverage',
  attempts: 'attempts_per_request',
  failedAt: 'failures_at_one_age',
  failures: 'failures_of_one_client',
  spread: 'clients_part_there',
  lost: 'failures_at_once',
} as const
