import type { AccessFormat, LineClock, Parsed } from '../access-line.ts'
import { type Instant, clfInstant } from './instant.ts'
import { type Request, requestOf } from './request-line.ts'

/** The part that all of the Common Log Format's children begin with. */
export interface Clf extends Instant, Request {
  readonly peer: string
  readonly status?: number
  /** All after the bytes. */
  readonly rest: string
}

/** No line of theirs is longer; nginx cuts a request before. */
export const MOST_OF_TEXT = 64 * 1024
/** The peer, whatever a client calls itself, and the time with the request's quote after it; a layer's time has no `-` after it. */
const HEAD = /^([^\s"{<]{1,255}) - [^]{0,512}?\[(\d\d\/[A-Za-z]{3}\/\d{4}:[\d:.]{8,18} [+-]\d{4})\] (?=")/u
/** A target has no blank, so what stands in it can't end the request; other requests are escaped. */
const REQUEST = /"(?:([A-Z][A-Z-]{1,31} \S+ [A-Za-z][^\s"]*)|((?:[^"\\]|\\[^])*))" (\d{3}|-|0) (?:\d+|-)(?= |$)/uy

/** `peer - user [time] "request" status bytes …`; `broken` where it begins so and does not go on so. */
export function parseClf(line: string, clock: LineClock): Clf | 'broken' | undefined {
  if (line.length > MOST_OF_TEXT) return undefined
  const head = HEAD.exec(line)
  if (head === null) return undefined
  const [whole, peer = '', time = ''] = head
  REQUEST.lastIndex = whole.length
  const request = REQUEST.exec(line)
  if (request === null) return 'broken'
  const [, target, other = '', status = '-'] = request
  return {
    ...clfInstant(time, clock),
    ...requestOf(target ?? other),
    peer,
    ...(status !== '-' && { status: Number(status) }),
    rest: line.slice(REQUEST.lastIndex),
  }
}

const AGENTS = /^ "((?:[^"\\]|\\[^])*)" "((?:[^"\\]|\\[^])*)"/u

interface Agents {
  readonly userAgent: string
  readonly tail: string
}

/** The quoted referer and user agent that a rest begins with, and what comes after. */
export function cutAgents(rest: string): Agents | undefined {
  const found = AGENTS.exec(rest)
  if (found === null) return undefined
  const [whole, , userAgent = ''] = found
  return { userAgent, tail: rest.slice(whole.length) }
}

/** What nginx writes into its error log, and ingress-nginx' controller beside it. */
const OF_NGINX = /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]{1,10}\] \d+#\d+: |[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} )/u

export function nginxOther(line: string): Extract<Parsed, 'other'> | undefined {
  return OF_NGINX.test(line) ? 'other' : undefined
}

/** What reads a format of nginx' kind, told by what comes after the bytes; no agents where what comes is none of them. */
export function nginxParser(read: (clf: Clf, agents: Agents | undefined) => Parsed | undefined): AccessFormat['parse'] {
  return (line, clock) => {
    const clf = parseClf(line, clock)
    if (clf === undefined) return nginxOther(line)
    return clf === 'broken' ? clf : read(clf, cutAgents(clf.rest))
  }
}
