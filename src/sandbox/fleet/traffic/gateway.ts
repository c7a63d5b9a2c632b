import type { GatewayAccess, UpstreamAccess } from '../access-log/record.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { chooseUpstream, createBalancer } from './balancer.ts'
import type { Balancer, BalancerPolicy } from './balancer.ts'
import type { Call } from './call.ts'
import { createIngressStats, recordIngress } from './ingress-stats.ts'
import type { IngressStats } from './ingress-stats.ts'
import { isAllowed } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

/** The ingress in front of the fleet. */
export interface Gateway {
  readonly balancer: Balancer
  readonly stats: IngressStats
  readonly random: Random
  /** Limits by client id. */
  readonly limits: Map<string, RateLimit>
  /** Mean time the gateway itself adds before it reaches an upstream. */
  overheadSeconds: number
  /** Every call that came in, however it ended. */
  received: number
  readonly ended: Map<number, number>
}

/** What the gateway needs of the world around it. */
export interface GatewayWorld {
  readonly now: () => number
  readonly schedule: (at: number, run: () => void) => void
  /** Hands the call to an instance; false when nothing listens there. */
  readonly connect: (address: string, call: Call) => boolean
  /** Tells the instance that the client is gone. */
  readonly hangUp: (address: string, call: Call) => void
  readonly log: (access: GatewayAccess) => void
  readonly sizesOf: (call: Call) => { readonly request: number; readonly response: number }
}

export interface NewGateway {
  readonly addresses: readonly string[]
  readonly policy: BalancerPolicy
  readonly overheadSeconds: number
  readonly seed: number
}

export function createGateway({ addresses, policy, overheadSeconds, seed }: NewGateway): Gateway {
  return {
    balancer: createBalancer(addresses, policy),
    stats: createIngressStats(),
    random: createRandom(seed, 'gateway'),
    limits: new Map(),
    overheadSeconds,
    received: 0,
    ended: new Map(),
  }
}

/** A call comes in: limited, delayed by the gateway's own work, sent on, and dropped when its client gives up. */
export function receive(gateway: Gateway, call: Call, world: GatewayWorld): void {
  gateway.received += 1
  const limit = gateway.limits.get(call.client.id)
  if (limit !== undefined && !isAllowed(limit, world.now())) {
    endCall(gateway, call, { status: 429, world })
    return
  }
  const overhead = gateway.overheadSeconds * (0.5 + gateway.random.uniform())
  world.schedule(call.sentAt + overhead, () => dispatch(gateway, call, world))
  world.schedule(call.sentAt + call.client.timeoutSeconds, () => giveUp(gateway, call, world))
}

/** A refused connection goes to the next upstream, as proxy_next_upstream does by default. */
function dispatch(gateway: Gateway, call: Call, world: GatewayWorld): void {
  if (call.isOver) return
  const excluded = new Set<string>()
  for (;;) {
    const upstream = chooseUpstream(gateway.balancer, call.session, excluded)
    if (upstream === undefined) {
      endCall(gateway, call, { status: 502, world })
      return
    }
    const isRefused = !world.connect(upstream.address, call)
    call.tries.push({ upstream: upstream.address, at: world.now(), isRefused })
    if (!isRefused) {
      upstream.inFlight += 1
      return
    }
    excluded.add(upstream.address)
  }
}

function giveUp(gateway: Gateway, call: Call, world: GatewayWorld): void {
  if (call.isOver) return
  const address = call.tries.at(-1)?.upstream
  if (address !== undefined) world.hangUp(address, call)
  endCall(gateway, call, { status: 499, world })
}

/** The call is over, with the status that the client sees (or 499, when it no longer looks). */
export function endCall(
  gateway: Gateway,
  call: Call,
  { status, world }: { readonly status: number; readonly world: GatewayWorld },
): void {
  if (call.isOver) return
  call.isOver = true
  const at = world.now()
  const last = call.tries.at(-1)
  const answered = last === undefined || last.isRefused ? undefined : last
  const upstream = gateway.balancer.upstreams.find(({ address }) => address === answered?.upstream)
  if (upstream !== undefined) upstream.inFlight -= 1
  const seconds = at - call.sentAt
  const upstreamSeconds = answered === undefined ? undefined : at - answered.at
  gateway.ended.set(status, (gateway.ended.get(status) ?? 0) + 1)
  recordIngress(gateway.stats, { method: 'POST', status, seconds, upstreamSeconds })
  world.log(accessOf(call, { status, at, seconds, world }))
  call.onEnd(status, at)
}

interface End {
  readonly status: number
  readonly at: number
  readonly seconds: number
  readonly world: GatewayWorld
}

function accessOf(call: Call, { status, at, seconds, world }: End): GatewayAccess {
  const sizes = world.sizesOf(call)
  const isAnswered = status === 200
  return {
    at,
    id: requestId(call),
    clientAddress: call.client.address,
    userAgent: call.client.userAgent,
    method: 'POST',
    path: call.client.path,
    status,
    requestBytes: sizes.request,
    responseBytes: isAnswered ? sizes.response : 0,
    seconds,
    upstreams: call.tries.map((attempt): UpstreamAccess => {
      if (attempt.isRefused) return { address: attempt.upstream, seconds: 0, bytes: 0, status: 502 }
      const bytes = isAnswered ? sizes.response : 0
      return { address: attempt.upstream, seconds: at - attempt.at, bytes, status: status === 499 ? undefined : status }
    }),
  }
}

/** 32 hex digits, as nginx's $request_id has. */
function requestId(call: Call): string {
  const part = (salt: number): string => (Math.imul(call.id + salt, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return part(1) + part(7919) + part(104_729) + part(1_299_709)
}
