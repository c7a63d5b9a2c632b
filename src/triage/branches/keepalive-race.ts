import { readOnly, reversible } from '../../domain/action.ts'
import { formatNumber } from '../../domain/quantity.ts'
import { clientsOf } from '../../domain/evidence.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { gatewayErrors } from '../../signals/gateway.ts'
import { restarts } from '../../signals/scrape.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { failuresAtOnce, fewAreLost } from '../outside/client-tests.ts'
import { ENGINES_FLAT_BY_LOG } from '../diagnosis/engines-flat.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { gatewayHasStarted, gatewayOverflows, takesSomeOut } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { anyOf, not, whereThere } from '../predicates/predicate.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { noneStarted } from '../engine/started.ts'
import { MORE_REQUESTS } from '../thresholds/load.ts'

// uvicorn closes a connection after 5 s of silence (timeout_keep_alive); proxies keep theirs for a minute and more.
export const keepaliveRace = branch({
  id: 'keepalive_race',
  ask: say`Do requests fail at once, now and then, on instances that are all well?`,
  when: whereThere(failuresAtOnce),
  confirm: [
    {
      test: fewAreLost,
      excludes: 'outside',
      settleWith: say`most requests fail: what refuses them? The status and the reason in the access log`,
    },
    {
      // A process that stops closes its connections as well.
      test: noneStarted,
      excludes: 'instance.down',
      settleWith: say`has an instance started since? process_start_time_seconds by instance`,
    },
    {
      test: not(anyOf(gatewayOverflows, takesSomeOut, gatewayHasStarted)),
      excludes: 'outside.gateway_limit',
      settleWith: say`the reason beside the 5xx in the log of the gateway: overflow, no healthy server, or reset?`,
    },
    {
      // The more requests, the less often a connection is silent for long.
      test: not(rose(completions, MORE_REQUESTS)),
      strength: 'supports',
      excludes: 'outside.gateway_limit',
      settleWith: say`do failures come in the busy minutes, or in the quiet ones?`,
    },
    ...ENGINES_FLAT_BY_LOG,
  ],
  settleWith: say`durations of the 502s in the access log: near 0, with an upstream, and more of them at low traffic? \`tail -f access.log | grep " 502 "\``,
  conclude: {
    cause: 'outside.keepalive_race',
    title: (at) =>
      say`${lostText(at)} on instances that are all well: the server closes connections that the proxy still takes for open.`,
    because: (at) => [
      ...knownSentences(at, gatewayErrors, restarts),
      fleetSentence(at, completions),
      say`vLLM closes a connection that brings no request for a while (5 s unless told otherwise)`,
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Compare the two patiences: VLLM_HTTP_TIMEOUT_KEEP_ALIVE (5 s unless set) and how long the proxy keeps idle connections`,
        ),
        readOnly(say`Straight to an instance: none may fail`, 'curl -m 20 <instance>/v1/models'),
      ],
      today: [
        reversible(
          say`Let the server wait longer than the proxy (\`VLLM_HTTP_TIMEOUT_KEEP_ALIVE=120\`), or the proxy keep idle connections for less than the server does`,
        ),
      ],
      thisWeek: [
        reversible(say`Order the patiences of all hops: each server keeps connections longer than who calls it`),
      ],
      rollback: [reversible(say`Restore the setting`)],
    }),
  },
  runbook: {
    means:
      'A proxy sends a request over a connection that the server has just closed for want of requests: it ends at once, with ' +
      '502 or a reset, and the engine has no record of it. It comes with pauses, so that there are more of them at low ' +
      'traffic. An instance that is gone fails all of its share, and a limit fails at high traffic.',
    check: [
      'Durations of the failures in the access log: near 0 with an upstream named; in nginx’ error log `upstream prematurely closed connection` or `Connection reset by peer`, in Envoy’s `UC`',
      'The patience of the server: `VLLM_HTTP_TIMEOUT_KEEP_ALIVE`, 5 s unless set; of the proxy: `keepalive_timeout` in an upstream of nginx, `idle_timeout` in Envoy',
      'No start since: `process_start_time_seconds` by instance; no record at the engine: `kubectl logs <vllm> | grep POST`',
    ],
    avoid: [
      'Do not let the proxy send a POST again that it had sent: what was half done is done twice',
      'Do not restart engines, and do not add any: they have room',
    ],
  },
})

function lostText({ evidence }: Case): Text {
  const clients = clientsOf(evidence)
  const lost = clients.status === 'present' ? clients.lostAtOnce : undefined
  return lost === undefined
    ? say`Requests fail at once`
    : say`${formatNumber(lost.requests)} of ${formatNumber(lost.of)} failed requests ended at once`
}
