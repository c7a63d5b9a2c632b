import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf } from './address.ts'
import { isGivenUp } from './envoy-flags.ts'
import { ENVOY_NUMBERS, ENVOY_QUOTED, envoyOther, parseEnvoyHead } from './envoy-text.ts'

const REST = new RegExp(`^${ENVOY_NUMBERS}${ENVOY_QUOTED}$`, 'u')

/** Envoy's default text: it has no client's address, X-Forwarded-For alone. */
export const envoy: AccessFormat = {
  id: 'envoy',
  title: 'Envoy',
  time: 'arrival',
  parse: (line, clock) => {
    const head = parseEnvoyHead(line, clock)
    if (head === undefined) return envoyOther(line)
    if (head === 'broken') return head
    const rest = REST.exec(head.rest)
    if (rest === null) return undefined
    const [, received, milliseconds, forwardedFor, userAgent, requestId, , upstream = ''] = rest
    return accessLine({
      ...head,
      isGivenUp: isGivenUp(head.flags),
      requestBytes: Number(received),
      duration: Number(milliseconds) / 1000,
      forwardedFor,
      userAgent,
      requestId,
      upstreams: upstreamsOf(upstream),
    })
  },
}
