import { minutes } from '../domain/time.ts'
import type { Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import { gatewayDuration } from './families.ts'
import type { Family } from './family.ts'
import {
  envoyAttempts,
  envoyHealthy,
  envoyMembers,
  envoyOverflowed,
  envoyRetried,
  envoyTimedOut,
  gatewayAnswers,
  gatewayCpuSeconds,
  gatewayFirstTokenTime,
  gatewayProcesses,
  gatewayStart,
  gatewayUpstream,
  routerHealthy,
} from './gateway-families.ts'
import type { Signal } from './signal.ts'
import { increase, last, mean, overRange, rate, rateOfSome, ratio } from './term-builders.ts'

const GATEWAY = {
  exposer: 'gateway',
  witness: 'gateway',
  rows: 'none',
  enableWith: say`scrape ingress-nginx's controller into the same Prometheus and set the cluster's \`gateway_selector\``,
} as const

/** What clients see at the gateway; the engine's end-to-end latency is inside it. */
export const gatewayLatency: Signal = {
  ...GATEWAY,
  id: 'gateway_latency',
  title: say`latency at the gateway, mean`,
  unit: 'seconds',
  term: mean(gatewayDuration),
  baselined: true,
}

/** Beside the engines' own count it tells whether the gateway serves this fleet alone. */
export const gatewayRequests: Signal = {
  ...GATEWAY,
  id: 'gateway_requests',
  title: say`requests at the gateway`,
  unit: 'requests/s',
  term: { kind: 'histogram', family: gatewayDuration, stat: 'rate' },
  baselined: true,
}

/** 0 where no such answer was ever given: the controller makes the series with the first. */
function answers(id: string, title: Text, status: string): Signal {
  const some = rateOfSome(gatewayAnswers, { name: 'status', op: '=~', value: status })
  return {
    ...GATEWAY,
    id,
    title,
    unit: 'ratio',
    term: ratio(some, rate(gatewayAnswers)),
    baselined: true,
    isOptional: true,
  }
}

export const gatewayErrors = answers('gateway_errors', say`answers of the gateway that are 5xx`, '5..')
export const gatewayTimeouts = answers('gateway_timeouts', say`answers of the gateway that are 504`, '504')
export const gatewayGaveUp = answers('gateway_gave_up', say`requests whose client left (499)`, '499')

/** Its own part of a request, and what it takes to read it and to hand the answer on to the client. */
export const gatewayOwnTime: Signal = {
  ...GATEWAY,
  id: 'gateway_own_time',
  title: say`time in the gateway itself, mean`,
  unit: 'seconds',
  term: { kind: 'difference', of: mean(gatewayDuration), less: mean(gatewayUpstream) },
  baselined: true,
  isOptional: true,
}

/** Of one of nginx' processes, which use a core each; the master among them uses none. */
export const gatewayCpu: Signal = {
  ...GATEWAY,
  id: 'gateway_cpu',
  title: say`CPU of each process of the gateway`,
  unit: 'cores',
  term: ratio(rate(gatewayCpuSeconds), overRange(gatewayProcesses, 'avg', 'sum')),
  baselined: true,
  isOptional: true,
}

/** As long as process starts of the engines are looked at. */
export const gatewayRestarts: Signal = {
  ...GATEWAY,
  id: 'gateway_restarts',
  title: say`starts of the gateway in half an hour`,
  unit: 'events',
  term: { kind: 'changes', family: gatewayStart, over: minutes(30) },
  baselined: false,
  isOptional: true,
}

const ENVOY = {
  ...GATEWAY,
  enableWith: say`scrape Envoy's /stats/prometheus into the same Prometheus and set the cluster's \`gateway_selector\``,
  isOptional: true,
} as const

function ofAttempts(id: string, title: Text, family: Family): Signal {
  return { ...ENVOY, id, title, unit: 'ratio', term: ratio(rate(family), rate(envoyAttempts)), baselined: true }
}

export const envoyRetries = ofAttempts('envoy_retries', say`Envoy's attempts that are retries`, envoyRetried)
export const envoyTimeouts = ofAttempts('envoy_timeouts', say`Envoy's attempts that timed out`, envoyTimedOut)

/** A part of the servers that its checks took out gets nothing, and the rest all of it. */
export const envoyHealthyShare: Signal = {
  ...ENVOY,
  id: 'envoy_healthy_share',
  title: say`servers that Envoy takes for healthy`,
  unit: 'ratio',
  term: ratio(last(envoyHealthy, 'sum'), last(envoyMembers, 'sum')),
  baselined: true,
}

export const routerHealthyShare: Signal = {
  ...GATEWAY,
  id: 'router_healthy_share',
  title: say`servers that the router takes for healthy`,
  unit: 'ratio',
  term: last(routerHealthy, 'avg'),
  baselined: true,
  enableWith: say`scrape the production-stack router into the same Prometheus and set the cluster's \`gateway_selector\``,
  isOptional: true,
}

/** What is beyond the engines' own lies between them and there; where a stream is held back the whole is not longer. */
export const gatewayFirstToken: Signal = {
  ...GATEWAY,
  id: 'gateway_ttft',
  title: say`time to first token at the gateway, mean`,
  unit: 'seconds',
  term: mean(gatewayFirstTokenTime),
  baselined: true,
  enableWith: say`a gateway for models tells it (gen_ai_server_time_to_first_token): scrape it, and set \`gateway_selector\``,
  isOptional: true,
}

export const envoyOverflow: Signal = {
  ...ENVOY,
  id: 'envoy_overflow',
  title: say`requests that Envoy refused at its own limit`,
  unit: 'events',
  term: increase(envoyOverflowed),
  baselined: false,
}
