import type { EngineAccess, GatewayAccess } from './access-log/record.ts'
import { applyChange } from './apply-change.ts'
import { dialectOf } from './dialects/catalog.ts'
import { completeStep, nextEngineEvent, settle } from './engine/run-engine.ts'
import { createEventQueue } from './event-queue.ts'
import type { FleetSpec } from './fleet-spec.ts'
import type { AccessRecords, Fleet, Member } from './fleet.ts'
import { createGpu } from './host/gpu.ts'
import { createNode } from './host/node.ts'
import { addressOf } from './instance-spec.ts'
import { accept, createInstance, disconnect, requestBytes, responseBytes, startProcess } from './instance.ts'
import type { InstanceWorld } from './instance.ts'
import { createClient } from './traffic/client.ts'
import { createGateway, endCall, receive } from './traffic/gateway.ts'
import type { GatewayWorld } from './traffic/gateway.ts'

/** When the fleet begins to run and when its story's trouble begins, in Unix seconds. */
export interface FleetTimes {
  readonly start: number
  readonly onset: number
}

/** The servers have been up for days when the story begins; so a young process is a restarted one. */
const UPTIME_SECONDS = 3 * 86_400
const LOADING_SECONDS = 95

export function createFleet(spec: FleetSpec, { start, onset }: FleetTimes): Fleet {
  const queue = createEventQueue()
  let clock = 0
  let calls = 0
  let access: { engine: EngineAccess[]; gateway: GatewayAccess[] } = { engine: [], gateway: [] }

  function now(): number {
    return clock
  }
  function sinceStart(at: number): number {
    return Math.round((at - start) * 1e6) / 1e6
  }
  const members = spec.instances.map((instance): Member => {
    const dialect = dialectOf(spec.dialects?.[addressOf(instance)] ?? spec.dialect)
    return {
      instance: createInstance(instance, dialect, spec.seed),
      dialect,
      gpu: createGpu({ spec: instance.gpu, seed: spec.seed, host: instance.host, at: 0 }),
      node: createNode(16, 0),
      plan: 0,
    }
  })
  const byAddress = new Map(members.map((member) => [member.instance.address, member]))
  const gateway = createGateway({
    addresses: members.map(({ instance }) => instance.address),
    seed: spec.seed,
    ...spec.gateway,
  })
  const gatewayWorld: GatewayWorld = {
    now,
    schedule: queue.add,
    connect: (address, call) => {
      const instance = byAddress.get(address)?.instance
      if (instance?.process === undefined) return false
      accept(instance, call, instanceWorld)
      return true
    },
    hangUp: (address, call) => {
      const instance = byAddress.get(address)?.instance
      if (instance !== undefined) disconnect(instance, call, clock)
    },
    log: (record) => access.gateway.push({ ...record, at: start + record.at }),
    sizesOf: (call) => ({ request: requestBytes(call), response: responseBytes(call) }),
  }
  const instanceWorld: InstanceWorld = {
    now,
    schedule: queue.add,
    respond: (call, status) => endCall(gateway, call, { status, world: gatewayWorld }),
    log: (record) => access.engine.push({ ...record, at: start + record.at }),
  }
  const clients = spec.clients.map((client, index) =>
    createClient({
      spec: client,
      index,
      seed: spec.seed,
      world: {
        now,
        schedule: queue.add,
        nextCallId: () => calls++,
        send: (call) => receive(gateway, call, gatewayWorld),
      },
    }),
  )
  function advanceTo(unixTime: number): void {
    const at = sinceStart(unixTime)
    for (;;) {
      const member = earliest(members)
      const engineAt = member === undefined ? Infinity : nextOf(member)
      if (Math.min(engineAt, queue.nextAt()) > at) break
      if (member?.instance.process !== undefined && engineAt <= queue.nextAt()) {
        clock = engineAt
        completeStep(member.instance.process.engine)
        continue
      }
      const event = queue.take()
      if (event === undefined) break
      clock = event.at
      event.run()
    }
    clock = Math.max(clock, at)
    for (const { instance } of members) if (instance.process !== undefined) settle(instance.process.engine, clock)
  }
  function takeAccess(): AccessRecords {
    const taken = access
    access = { engine: [], gateway: [] }
    return taken
  }
  const fleet: Fleet = {
    spec,
    members,
    clients,
    gateway,
    instanceWorld,
    gatewayWorld,
    start,
    clock: now,
    schedule: queue.add,
    now: () => start + clock,
    advanceTo,
    apply: (change) => applyChange(fleet, change),
    takeAccess,
  }
  for (const { instance } of members) {
    const startedAt = instance.random.uniform() * 600 - UPTIME_SECONDS
    startProcess(instance, { startedAt, createdAt: startedAt + LOADING_SECONDS, clock: 1 }, instanceWorld)
  }
  for (const client of clients) client.start()
  for (const { afterOnset, change } of spec.timeline) {
    queue.add(sinceStart(onset) + afterOnset, () => fleet.apply(change))
  }
  return fleet
}

function nextOf({ instance }: Member): number {
  return instance.process === undefined ? Infinity : nextEngineEvent(instance.process.engine)
}

function earliest(members: readonly Member[]): Member | undefined {
  let first: Member | undefined
  let firstAt = Infinity
  for (const member of members) {
    const at = nextOf(member)
    if (at < firstAt) {
      first = member
      firstAt = at
    }
  }
  return first
}
