import type { FleetChange, TimedChange } from '../../src/sandbox/fleet/change.ts'
import { addressOf } from '../../src/sandbox/fleet/instance-spec.ts'
import type { InstanceSpec } from '../../src/sandbox/fleet/instance-spec.ts'
import type { ClientChange, ClientSpec } from '../../src/sandbox/fleet/traffic/client-spec.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'

type Traffic = ClientSpec['traffic']

/** The story of a fleet of another size, with the same load on each instance; undefined where it needs peers. */
export function scaled(scenario: Scenario, size: number): Scenario | undefined {
  const usual = scenario.instances.length
  if (size === usual) return scenario
  if (size === 1 && scenario.needsPeers === true) return undefined
  const instances = Array.from({ length: size }, (_, index) => instanceAt(scenario.instances, index))
  const times = size / usual
  return {
    ...scenario,
    instances,
    clients: scenario.clients.map((client) => clientTimes(client, times)),
    timeline: scenario.timeline.map((timed) => changeFor(timed, instances, times)),
  }
}

function instanceAt(specs: readonly InstanceSpec[], index: number): InstanceSpec {
  const spec = specs[index % specs.length]
  if (spec === undefined) throw new Error('a story without instances')
  const round = Math.floor(index / specs.length)
  if (round === 0) return spec
  const host = spec.host.replace(/\.1\.(\d+)$/u, `.${1 + round}.$1`)
  return { ...spec, host, hostname: `${spec.hostname}-${round}` }
}

function clientTimes(client: ClientSpec, times: number): ClientSpec {
  const { affinity, traffic } = client
  return {
    ...client,
    traffic: trafficTimes(traffic, times),
    affinity: affinity.kind === 'none' ? affinity : { ...affinity, sessions: atLeastOne(affinity.sessions * times) },
  }
}

/** A burst fans out over what is there, so a greater fleet does not make it greater. */
function trafficTimes(traffic: Traffic, times: number): Traffic {
  if (traffic.kind === 'closed') return { ...traffic, concurrency: atLeastOne(traffic.concurrency * times) }
  const burst = atLeastOne(traffic.burst * Math.min(1, times))
  return { ...traffic, requestsPerSecond: traffic.requestsPerSecond * times, burst }
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.round(value))
}

function changeFor(timed: TimedChange, instances: readonly InstanceSpec[], times: number): TimedChange {
  return { ...timed, change: changed(timed.change, instances.map(addressOf), times) }
}

function changed(change: FleetChange, addresses: readonly string[], times: number): FleetChange {
  if (change.kind === 'client') return { ...change, change: clientChangeTimes(change.change, times) }
  if (change.kind === 'weights' && change.weights !== 'even') {
    return { ...change, weights: weightsFor(change.weights, addresses, times) }
  }
  if (!('instances' in change) || change.instances === 'all') return change
  const known = change.instances.filter((address) => addresses.includes(address))
  return { ...change, instances: known.length > 0 ? known : addresses.slice(0, 1) }
}

function clientChangeTimes(change: ClientChange, times: number): ClientChange {
  return change.traffic === undefined ? change : { ...change, traffic: trafficTimes(change.traffic, times) }
}

/** The favoured instance gets as much as in the smaller fleet, which is a smaller part of all. */
function weightsFor(
  weights: Readonly<Record<string, number>>,
  addresses: readonly string[],
  times: number,
): Readonly<Record<string, number>> {
  const [hot = '', weight = 1] = Object.entries(weights).toSorted(([, one], [, other]) => other - one)[0] ?? []
  const share = weight / Object.values(weights).reduce((sum, each) => sum + each, 0) / times
  const others = addresses.length - 1
  return Object.fromEntries(addresses.map((address) => [address, address === hot ? (share * others) / (1 - share) : 1]))
}
