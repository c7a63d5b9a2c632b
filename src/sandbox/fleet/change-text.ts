import type { FleetChange, InstanceSelection } from './change.ts'

/** What is done to the simulated fleet, in words. */
export function changeText(change: FleetChange): string {
  switch (change.kind) {
    case 'weights':
      return change.weights === 'even' ? 'balance evenly again' : `balance by ${weightsText(change.weights)}`
    case 'policy':
      return `balance by ${change.policy}`
    case 'client':
      return `client ${change.client} changes its ${Object.keys(change.change).join(' and ')}`
    case 'limit_client':
      return `limit ${change.client} to ${change.requestsPerSecond} requests/s at the gateway`
    case 'unlimit_client':
      return `take the limit of ${change.client} away`
    case 'clock':
      return `GPU clocks of ${namesOf(change.instances)} at ${Math.round(change.factor * 100)} %`
    case 'frontend':
      return `${Math.round(change.seconds * 1000)} ms a request in the API server of ${namesOf(change.instances)}`
    case 'gateway':
      return `${Math.round(change.overheadSeconds * 1000)} ms a request in the gateway`
    case 'hang':
    case 'stop':
    case 'start':
    case 'restart':
      return `${change.kind} ${namesOf(change.instances)}`
    case 'xid':
      return `XID ${change.code} of the GPU of ${namesOf(change.instances)}`
    case 'crash_loop':
      return `${namesOf(change.instances)} crashes again and again`
    default:
      return change satisfies never
  }
}

function weightsText(weights: Readonly<Record<string, number>>): string {
  return Object.entries(weights)
    .map(([instance, weight]) => `${instance}: ${weight}`)
    .join(', ')
}

function namesOf(instances: InstanceSelection): string {
  return instances === 'all' ? 'all instances' : instances.join(', ')
}
