import type { AccessFormat, LineClock } from '../access-line.ts'
import { type Instant, isoInstant } from './instant.ts'
import { MOST_OF_TEXT } from './clf.ts'
import { type Request, requestOf } from './request-line.ts'

/** What Envoy's own text and Istio's begin with: `[time] "request" status flags …`. */
export interface EnvoyHead extends Instant, Request {
  readonly status: number
  readonly flags: string
  readonly rest: string
}

const HEAD =
  /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z)\] "([A-Z-]{1,32} \S+ [^\s"]{1,32}|[^"]*)" (\d{1,3}) ([\w,-]{1,128})(?= )/u

/** Nothing in it is escaped, but a request's target has no blank. `broken` where it begins with Envoy's time alone. */
export function parseEnvoyHead(line: string, clock: LineClock): EnvoyHead | 'broken' | undefined {
  if (line.length > MOST_OF_TEXT) return undefined
  const head = HEAD.exec(line)
  if (head === null) return /^\[\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3,9}Z\] "/u.test(line) ? 'broken' : undefined
  const [whole, time = '', request = '', status, flags = ''] = head
  return {
    ...isoInstant(time, clock),
    ...requestOf(request),
    status: Number(status),
    flags,
    rest: line.slice(whole.length),
  }
}

/** Bytes in and out, milliseconds, then what was quoted: a user agent may hold quotes, what stands beside it can't. */
export const ENVOY_NUMBERS = String.raw` (\d+|-) (?:\d+|-) (\d+|-) (?:\d+|-)`
export const ENVOY_QUOTED = String.raw` "([^"]*)" "([^]*)" "([^"\s]*)" "([^"\s]*)" "([^"\s]*)"`

/** Envoy's own lines: `[2026-11-29 12:33:08.129][1][info][main] …`; and Istio's agent beside it. */
const OTHER =
  /^(?:\[\d{4}-\d\d-\d\d [\d:.]{8,12}\]\[\d{1,10}\]\[[a-z]{1,10}\]|\d{4}-\d\d-\d\dT\S{8,25}\t(?:info|warn|error|debug)\t)/u

export function envoyOther(line: string): ReturnType<AccessFormat['parse']> {
  return OTHER.test(line) ? 'other' : undefined
}
