/** How the gateway spreads calls. `weighted` is nginx's smooth weighted round robin: plain round robin at even weights. */
export type BalancerPolicy = 'weighted' | 'least_loaded'

/** One instance as the gateway sees it. */
export interface Upstream {
  readonly address: string
  weight: number
  /** Running credit of the smooth round robin. */
  credit: number
  inFlight: number
}

export interface Balancer {
  policy: BalancerPolicy
  readonly upstreams: readonly Upstream[]
}

export function createBalancer(addresses: readonly string[], policy: BalancerPolicy): Balancer {
  return { policy, upstreams: addresses.map((address) => ({ address, weight: 1, credit: 0, inFlight: 0 })) }
}

export function setWeights(balancer: Balancer, weights: Readonly<Record<string, number>>): void {
  for (const upstream of balancer.upstreams) {
    upstream.weight = weights[upstream.address] ?? upstream.weight
    upstream.credit = 0
  }
}

/** Where the next call goes; a session stays on its instance while that is not excluded. Undefined if none is left. */
export function chooseUpstream(
  balancer: Balancer,
  session: number,
  excluded: ReadonlySet<string>,
): Upstream | undefined {
  const left = balancer.upstreams.filter((upstream) => !excluded.has(upstream.address) && upstream.weight > 0)
  const sticky = session >= 0 ? balancer.upstreams[session % balancer.upstreams.length] : undefined
  if (sticky !== undefined && !excluded.has(sticky.address)) return sticky
  return balancer.policy === 'weighted' ? nextInTurn(left) : leastLoaded(left)
}

function nextInTurn(upstreams: readonly Upstream[]): Upstream | undefined {
  let total = 0
  let best: Upstream | undefined
  for (const upstream of upstreams) {
    upstream.credit += upstream.weight
    total += upstream.weight
    if (best === undefined || upstream.credit > best.credit) best = upstream
  }
  if (best !== undefined) best.credit -= total
  return best
}

function leastLoaded(upstreams: readonly Upstream[]): Upstream | undefined {
  let best: Upstream | undefined
  for (const upstream of upstreams) {
    if (best === undefined || loadOf(upstream) < loadOf(best)) best = upstream
  }
  return best
}

function loadOf(upstream: Upstream): number {
  return upstream.inFlight / upstream.weight
}
