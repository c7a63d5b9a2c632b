import type { FleetChange, InstanceSelection } from './change.ts'
import { interrupt, settle } from './engine/run-engine.ts'
import type { Fleet, Member } from './fleet.ts'
import { startProcess, stopProcess } from './instance.ts'
import type { Client } from './traffic/client.ts'
import { setWeights } from './traffic/balancer.ts'
import { endCall } from './traffic/gateway.ts'
import { createRateLimit } from './traffic/rate-limit.ts'

/** The change names something that the fleet does not have. */
export class FleetChangeError extends Error {
  readonly code = 'unknown_in_fleet'
}

/** From crash to the new process, before it loads the model. */
const RESPAWN_SECONDS = 2
/** Loading the model after a planned start. */
const LOADING_SECONDS = 75

export function applyChange(fleet: Fleet, change: FleetChange): void {
  switch (change.kind) {
    case 'weights':
      setWeights(fleet.gateway.balancer, change.weights === 'even' ? evenWeights(fleet) : change.weights)
      return
    case 'policy':
      fleet.gateway.balancer.policy = change.policy
      return
    case 'client':
      clientOf(fleet, change.client).change(change.change)
      return
    case 'limit_client':
      fleet.gateway.limits.set(
        clientOf(fleet, change.client).id,
        createRateLimit(change.requestsPerSecond, fleet.clock()),
      )
      return
    case 'unlimit_client':
      fleet.gateway.limits.delete(clientOf(fleet, change.client).id)
      return
    case 'gateway':
      fleet.gateway.overheadSeconds = change.overheadSeconds
      return
    case 'clock':
      for (const member of membersOf(fleet, change.instances)) setClock(fleet, member, change.factor)
      return
    case 'frontend':
      for (const { instance } of membersOf(fleet, change.instances)) instance.frontendSeconds = change.seconds
      return
    case 'hang':
      for (const { instance } of membersOf(fleet, change.instances)) {
        if (instance.process === undefined) continue
        settle(instance.process.engine, fleet.clock())
        instance.process.engine.hung = true
      }
      return
    case 'xid':
      for (const { gpu } of membersOf(fleet, change.instances)) gpu.lastXid = change.code
      return
    case 'stop':
      for (const member of membersOf(fleet, change.instances)) stop(fleet, member)
      return
    case 'start':
      for (const member of membersOf(fleet, change.instances)) startLater(fleet, member, LOADING_SECONDS)
      return
    case 'restart':
      for (const member of membersOf(fleet, change.instances)) restart(fleet, member, change.downSeconds)
      return
    case 'crash_loop':
      for (const member of membersOf(fleet, change.instances)) crashAgain(fleet, member, change)
      return
    default:
      change satisfies never
  }
}

function setClock(fleet: Fleet, { instance, gpu }: Member, factor: number): void {
  gpu.clockFactor = factor
  if (instance.process === undefined) return
  interrupt(instance.process.engine, fleet.clock())
  instance.process.engine.clock = factor
}

function stop(fleet: Fleet, member: Member): void {
  member.plan += 1
  for (const call of stopProcess(member.instance)) {
    endCall(fleet.gateway, call, { status: 502, world: fleet.gatewayWorld })
  }
}

function restart(fleet: Fleet, member: Member, downSeconds: number): void {
  stop(fleet, member)
  startLater(fleet, member, downSeconds)
}

function startLater(fleet: Fleet, member: Member, seconds: number): void {
  if (member.instance.process !== undefined) return
  member.plan += 1
  const { plan } = member
  const startedAt = fleet.clock() + Math.min(RESPAWN_SECONDS, seconds)
  fleet.schedule(fleet.clock() + seconds, () => {
    if (member.plan !== plan) return
    const life = { startedAt, createdAt: fleet.clock(), clock: member.gpu.clockFactor }
    startProcess(member.instance, life, fleet.instanceWorld)
  })
}

/** Crashes now, and again some time after every start, until another change plans something else. */
function crashAgain(
  fleet: Fleet,
  member: Member,
  loop: { readonly upSeconds: number; readonly downSeconds: number; readonly isOutOfMemory?: true },
): void {
  restart(fleet, member, loop.downSeconds)
  if (loop.isOutOfMemory === true) member.node.oomKills++
  const { plan } = member
  fleet.schedule(fleet.clock() + loop.downSeconds + loop.upSeconds, () => {
    if (member.plan === plan) crashAgain(fleet, member, loop)
  })
}

function membersOf(fleet: Fleet, selection: InstanceSelection): readonly Member[] {
  if (selection === 'all') return fleet.members
  return selection.map((address) => {
    const member = fleet.members.find(({ instance }) => instance.address === address)
    if (member === undefined) throw new FleetChangeError(`no instance ${address} in the simulated fleet`)
    return member
  })
}

function clientOf(fleet: Fleet, name: string): Client {
  const client = fleet.clients.find(({ id, address }) => id === name || address === name)
  if (client === undefined) throw new FleetChangeError(`no client ${name} in the simulated fleet`)
  return client
}

function evenWeights(fleet: Fleet): Readonly<Record<string, number>> {
  return Object.fromEntries(fleet.members.map(({ instance }) => [instance.address, 1]))
}
