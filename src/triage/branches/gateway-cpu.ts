import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { gatewayCpu, gatewayLatency, gatewayOwnTime, gatewayRequests } from '../../signals/gateway.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf } from '../predicates/predicate.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { OUTSIDE_ONLY, isBusy, isSlower } from './gateway.ts'

export const gatewayBusy = branch({
  id: 'gateway_cpu',
  ask: say`Have the processes of the gateway no CPU left, while clients wait there?`,
  when: allOf(isBusy, isSlower),
  confirm: [
    ...OUTSIDE_ONLY,
    {
      test: whereThere(rose(gatewayOwnTime, SLOWER)),
      strength: 'supports',
      excludes: 'outside',
      settleWith: say`compare the gateway's request_time with its upstream_response_time in the access log`,
    },
  ],
  settleWith: say`top of the gateway: does each worker use a whole core?`,
  conclude: {
    cause: 'outside.gateway_cpu',
    title: (at) =>
      say`The gateway has no CPU left (${fleetSentence(at, gatewayCpu)}) and holds requests up; the engines are as before.`,
    because: (at) => [
      fleetSentence(at, gatewayLatency),
      fleetSentence(at, endToEndMean),
      ...knownSentences(at, gatewayOwnTime, gatewayCpu, gatewayRequests),
    ],
    actions: () => ({
      now: [
        reversible(say`Add replicas or workers to the gateway`),
        readOnly(say`What costs it so much? Big bodies, TLS, filters`, 'top -H'),
      ],
      today: [reversible(say`Raise its CPU limit; take expensive filters and body rewriting off this route`)],
      thisWeek: [readOnly(say`Measure what one worker carries, and alert below it`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The workers of the gateway use a whole core each, and what clients wait longer is lost there: the time at the ' +
      'gateway grows with requests a second while that of the engines stays. A slow network behind it shows in the time of ' +
      'its upstream instead.',
    check: [
      'Own time: `request_time` less `upstream_response_time` in the access log, or `nginx_ingress_controller_request_duration_seconds` less `nginx_ingress_controller_response_duration_seconds`',
      'CPU for each process: `rate(nginx_ingress_controller_nginx_process_cpu_seconds_total[5m]) / nginx_ingress_controller_nginx_process_num_procs`',
    ],
    avoid: ['Do not scale the engines: they have room', 'Do not raise timeouts: the gateway then holds more at once'],
  },
})
