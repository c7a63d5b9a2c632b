import type { AccessFormat, LineClock, Parsed } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { MOST_OF_TEXT } from './clf.ts'
import { clfInstant } from './instant.ts'
import { requestOf } from './request-line.ts'

const PEER = String.raw`^([^\s"{<]{1,128}):\d{1,5} \[(\d\d/[A-Za-z]{3}/\d{4}:[\d:]{8}(?:\.\d{3})?)\] `
const LINE = new RegExp(
  String.raw`${PEER}\S{1,255} [^\s/]{1,255}/(\S{1,255}) (?:-?\d+/){4}([+-]?\d+) (-?\d{1,3}) \+?\d+ \S+ \S+ (\S{4}) (?:\d+/){4}\+?\d+ \d+/\d+ `,
  'u',
)
const BACKEND = /\] \S{1,255} ([^\s/]{1,255})\//u
/** A proxy that starts, a server that goes down, a handshake that failed. */
const OTHER = new RegExp(
  String.raw`${PEER}\S{1,255}: |^(?:Server|Backend|Proxy|Health check for server) \S{1,255} `,
  'u',
)

/** HAProxy's `option httplog`. Behind PROXY protocol its client is the true one; the time has no zone. */
export const haproxy: AccessFormat = { id: 'haproxy', title: 'HAProxy httplog', time: 'arrival', parse }

function parse(line: string, clock: LineClock): Parsed | undefined {
  if (line.length > MOST_OF_TEXT) return undefined
  const found = LINE.exec(line)
  if (found === null) {
    if (OTHER.test(line)) return 'other'
    return new RegExp(PEER, 'u').test(line) ? 'broken' : undefined
  }
  const [head, peer, time = '', server = '', total = '', status, state = ''] = found
  const rest = line.slice(head.length)
  // Captured headers have their quotes escaped, so the first one begins the request; a cut line has no second.
  const quote = rest.indexOf('"')
  const request = quote < 0 ? '' : (rest.slice(quote + 1).split('"', 1)[0] ?? '')
  return accessLine({
    ...clfInstant(time, clock),
    ...requestOf(request),
    ...captured(quote < 0 ? rest : rest.slice(0, quote)),
    peer: peer === 'unix' ? undefined : peer?.replaceAll(/^\[|\]$/gu, ''),
    // -1: no answer was sent.
    status: Math.max(0, Number(status)),
    // Logged before its end, `+` is what it took so far.
    duration: total.startsWith('+') ? undefined : Number(total) / 1000,
    isGivenUp: state.startsWith('C') ? true : undefined,
    upstreams: server.startsWith('<') ? [] : [`${BACKEND.exec(head)?.[1] ?? ''}/${server}`],
  })
}

const ADDRESSES = /^[\da-fA-F.:[\]]{2,64}(?:, ?[\da-fA-F.:[\]]{2,64})*$/u

/** `{user agent|x-forwarded-for}`: which header is which the line does not say, so a list of addresses is the one, a text the other. */
function captured(text: string): { readonly forwardedFor?: string; readonly userAgent?: string } {
  const found = /^\{([^}]*)\}/u.exec(text)
  const fields = (found?.[1] ?? '').split('|').filter((field) => field !== '')
  const forwardedFor = fields.find((field) => ADDRESSES.test(field) && /[.:]/u.test(field))
  const userAgent = fields.find((field) => field !== forwardedFor && /[A-Za-z]/u.test(field))
  return { ...(forwardedFor !== undefined && { forwardedFor }), ...(userAgent !== undefined && { userAgent }) }
}
