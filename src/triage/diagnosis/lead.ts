import type { Cause } from '../../domain/cause.ts'
import type { Finding } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { gatewayRequests } from '../../signals/gateway.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { MORE_REQUESTS } from '../thresholds/load.ts'
import { OF_LOAD, isOfUnevenLoad } from '../skew/uneven-load.ts'

/** Something that was found, with whatever else belongs to it. */
interface Found {
  readonly finding: Finding<unknown>
}

/** The finding that tells why: the first firm one, else the first, of those that are more than how another one shows. */
export function leadOf<One extends Found>(evidence: Evidence, found: readonly One[]): One | undefined {
  const all = found.map(({ finding }) => finding)
  const own = found.filter(
    ({ finding }) => !isOfUnevenLoad(evidence, finding, all) && !isOfRetries(evidence, finding, all),
  )
  const causes = own.filter(({ finding }) => !AMPLIFIERS.has(finding.cause))
  return firstOf(causes) ?? firstOf(own) ?? firstOf(found)
}

/** What makes a trouble worse, or is only how it shows: it is the headline where nothing else is found. */
const AMPLIFIERS: ReadonlySet<Cause> = new Set<Cause>([
  'outside.client_retry_storm',
  'telemetry.partial',
  'telemetry.probe_wrong',
])

/**
 * Whether a finding is what too much load does, where the load is surely made of retries: not more was asked, but the same
 * again. Where the gateway has more requests as well, or nobody counts them there, the fleet may be too small for them, and
 * the retries add to it.
 */
function isOfRetries(evidence: Evidence, { cause }: Finding<unknown>, all: readonly Finding<unknown>[]): boolean {
  const areSure = all.some((one) => one.cause === 'outside.client_retry_storm' && one.certainty === 'firm')
  return areSure && OF_LOAD.has(cause) && rose(gatewayRequests, MORE_REQUESTS).evaluate(evidence).answer === 'no'
}

function firstOf<One extends Found>(found: readonly One[]): One | undefined {
  return found.find(({ finding }) => finding.certainty === 'firm') ?? found[0]
}
