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
  growth: { signal: 'client_growth_share', title: say`one client's part of the growth` },
  others: { signal: 'other_clients_growth', title: say`load of the other clients, to before` },
  coverage: { signal: 'client_coverage', title: say`part of the load whose client is known` },
  attempts: { signal: 'attempts_per_request', title: say`attempts per request at the engines` },
  failedAt: { signal: 'failures_at_one_age', title: say`age at which requests fail` },
  failures: { signal: 'failures_of_one_client', title: say`failures of one client` },
  spread: { signal: 'clients_part_there', title: say`part of a client's requests that go there` },
  lost: { signal: 'failures_at_once', title: say`requests that fail at once` },
  failed: { signal: 'part_that_fails', title: say`part of all requests that fails` },
} as const
