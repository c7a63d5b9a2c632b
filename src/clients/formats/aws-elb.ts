import type { LineClock, Parsed } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { MOST_OF_TEXT } from './clf.ts'
import { isoInstant } from './instant.ts'
import { requestOf } from './request-line.ts'

const TIME = String.raw`(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{1,9}Z)`
const QUOTED = String.raw`"((?:[^"\\]|\\[^])*)"`
const SECONDS = String.raw`(-?[\d.]{1,32})`
const LINE = new RegExp(
  String.raw`^${TIME} \S{1,255} (\S{1,255}) (\S{1,255}) ${SECONDS} ${SECONDS} ${SECONDS} (\d{1,3}|-) (?:\d{1,3}|-) (\d+) \d+ ${QUOTED} ${QUOTED}`,
  'u',
)

/** What the classic load balancer writes, and the application load balancer after its first word. */
export function parseElb(line: string, clock: LineClock): Parsed | undefined {
  if (line.length > MOST_OF_TEXT) return undefined
  const found = LINE.exec(line)
  if (found === null) {
    return /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z (?:app\/)?\S{1,255} \S{1,255}:\d{1,5} \S{1,255} -?\d/u.test(line)
      ? 'broken'
      : undefined
  }
  const [, time = '', client = '', target = '', request, process, response, status = '-', received, what = '', agent] =
    found
  const parts = [request, process, response].map(Number)
  return accessLine({
    ...isoInstant(time, clock),
    ...requestOf(what.trim()),
    peer: withoutPort(client),
    userAgent: agent,
    status: status === '-' ? undefined : Number(status),
    // Of the load balancer's own: the client closed the connection before it was answered.
    isGivenUp: status === '460' ? true : undefined,
    // -1: a target never had it, so nothing is known of the whole.
    duration: parts.some((part) => part < 0) ? undefined : parts.reduce((sum, part) => sum + part, 0),
    requestBytes: Number(received),
    upstreams: upstreamsOf(target),
  })
}
