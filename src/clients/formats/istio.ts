import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { envoyPeer, hopOf, isGivenUp } from './envoy-flags.ts'
import { ENVOY_NUMBERS, ENVOY_QUOTED, envoyOther, parseEnvoyHead } from './envoy-text.ts'

/** Details of the answer and of the connection; before 1.9 two quoted ones. */
const DETAILS = String.raw` (?:\S+ (?:"[^"]*"|\S+) "[^"]*"|"[^"]*" "[^"]*")`
/** Cluster, upstream's local address, the downstream's local and remote address, SNI and route. */
const MESH = String.raw` (\S+) \S+ \S+ (\S+) \S+ \S+`
const REST = new RegExp(`^${DETAILS}${ENVOY_NUMBERS}${ENVOY_QUOTED}${MESH}`, 'u')

/** Istio's default text: one request is logged by the caller's proxy and again by the server's. */
export const istio: AccessFormat = {
  id: 'istio',
  title: 'Istio',
  time: 'arrival',
  parse: (line, clock) => {
    const head = parseEnvoyHead(line, clock)
    if (head === undefined) return envoyOther(line)
    if (head === 'broken') return head
    const rest = REST.exec(head.rest)
    if (rest === null) return /^ \d+ /u.test(head.rest) ? undefined : 'broken'
    const [, received, milliseconds, forwardedFor, userAgent, requestId, , upstream = '', cluster, remote = ''] = rest
    return accessLine({
      ...head,
      isGivenUp: isGivenUp(head.flags),
      requestBytes: Number(received),
      duration: Number(milliseconds) / 1000,
      peer: envoyPeer(withoutPort(remote)),
      forwardedFor,
      userAgent,
      requestId,
      upstreams: upstreamsOf(upstream),
      hop: hopOf(cluster),
    })
  },
}
