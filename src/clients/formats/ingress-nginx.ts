import type { AccessFormat, AccessLine } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf } from './address.ts'
import { nginxParser } from './clf.ts'

/** One value for each upstream tried: `a, b`, and `a : b` after an internal redirect. */
const LIST = String.raw`((?:[^\s,]+(?:(?:, | : )[^\s,]+)*)?)`
const TAIL = new RegExp(
  String.raw`^ (\d+) ([\d.]+) \[([^\]]*)\](?: \[([^\]]*)\])? ${LIST} ${LIST} ${LIST} ${LIST} (\S+)(?: |$)`,
  'u',
)

/** What is left of a tail that was broken off; another format's goes on otherwise. */
const CUT = /^ \d+(?: [\d.]+(?: \[[^]*)?)?$/u

/**
 * ingress-nginx' `upstreaminfo`; before 0.28 and at ACK `peer - [peer] - user` and without the alternative upstream.
 * The only default of all that tells the request's bytes and its duration.
 */
export const ingressNginx: AccessFormat = {
  id: 'ingress-nginx',
  title: 'ingress-nginx',
  time: 'end',
  parse: nginxParser((clf, agents) => {
    if (agents === undefined) return 'broken'
    const tail = tailOf(agents.tail)
    if (tail !== undefined) return accessLine({ ...clf, ...tail, userAgent: agents.userAgent })
    return CUT.test(agents.tail) ? 'broken' : undefined
  }),
}

function tailOf(text: string): Partial<AccessLine> | undefined {
  const found = TAIL.exec(text)
  if (found === null) return undefined
  const [, bytes, seconds, , , addresses = '', , , , requestId] = found
  return {
    requestBytes: Number(bytes),
    duration: Number(seconds),
    upstreams: upstreamsOf(addresses),
    ...(requestId !== undefined && { requestId }),
  }
}
