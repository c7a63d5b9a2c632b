import ipaddr from 'ipaddr.js'
import { shorten } from '../../lib/shorten.ts'

/** A name that the configuration gives to who is found under a range of addresses, a name of the source, or a pattern. */
export type ClientName =
  | { readonly kind: 'cidr'; readonly cidr: string; readonly name: string }
  | { readonly kind: 'key'; readonly key: string; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly name: string }

/** What of a name is not for everybody to read. Keys never are. */
export interface ClientMask {
  readonly addresses: boolean
  readonly emails: boolean
}

export interface ClientNaming {
  readonly names: readonly ClientName[]
  readonly mask: ClientMask
}

export const NO_NAMING: ClientNaming = { names: [], mask: { addresses: false, emails: false } }

/** The configuration's name for a client; undefined where it has none. */
export function nameFor(client: string, { names }: ClientNaming): string | undefined {
  return names.find((named) => isMeant(client, named))?.name
}

function isMeant(client: string, named: ClientName): boolean {
  switch (named.kind) {
    case 'cidr':
      return isWithin(client, named.cidr)
    case 'key':
      return client === named.key
    case 'pattern':
      return named.pattern.test(client.slice(0, LONGEST_MATCHED))
    default:
      return named satisfies never
  }
}

/** Patterns are the team's own, names are not: a long one would let a pattern that backtracks run for minutes. */
const LONGEST_MATCHED = 100

/** Whether an address, or all of a range such as the /64 that IPv6 is counted by, lies within a range. */
export function isWithin(client: string, cidr: string): boolean {
  const [range, address] = [parseRange(cidr), parseRange(client)]
  if (range === undefined || address === undefined) return false
  if (range.address.kind() !== address.address.kind() || address.bits < range.bits) return false
  return address.address.match(range.address, range.bits)
}

interface Range {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6
  readonly bits: number
}

/** `10.0.0.0/8`, `10.0.0.1`, `2001:db8::/64`, `::ffff:10.0.0.1`; undefined where it is none. */
export function parseRange(text: string): Range | undefined {
  const [, host, stated] = /^([\d.]{7,15}|[\da-f:.]{2,45})(?:\/(\d{1,3}))?$/iu.exec(text) ?? []
  if (host === undefined || !isAddress(host)) return undefined
  const parsed = ipaddr.parse(host)
  const isMapped = 'isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress() && stated === undefined
  const address = isMapped ? parsed.toIPv4Address() : parsed
  const most = address.kind() === 'ipv4' ? 32 : 128
  const bits = stated === undefined ? most : Number(stated)
  return bits > most ? undefined : { address, bits }
}

/** `10.1` and `0x7f.1` are addresses to some libraries; here they are names. */
function isAddress(host: string): boolean {
  return host.includes(':') ? ipaddr.IPv6.isValid(host) : ipaddr.IPv4.isValidFourPartDecimal(host)
}

const LONGEST_SHOWN = 64

/** A client as it may be shown: one line, no key in full, and masked as the configuration wants it. */
export function showClient(client: string, { mask }: ClientNaming): string {
  const line = shorten(client.slice(0, 4 * LONGEST_SHOWN))
  const shown = line === '' ? '(blank)' : hidden(line, mask)
  const characters = Array.from(shown)
  return characters.length <= LONGEST_SHOWN ? shown : `${characters.slice(0, LONGEST_SHOWN - 1).join('')}…`
}

function hidden(line: string, mask: ClientMask): string {
  const range = parseRange(line)
  if (range !== undefined) return mask.addresses ? maskAddress(line, range) : line
  const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(line)
  if (isEmail) return mask.emails ? line.replace(/^(.)[^@]*@/u, '$1…@') : line
  return withoutKeys(line)
}

function maskAddress(line: string, { address }: Range): string {
  if (address.kind() === 'ipv4') return line.replace(/\.\d+(?:\/\d+)?$/u, '.x')
  return `${address.toNormalizedString().split(':').slice(0, 3).join(':')}:…`
}

/** What no person would call a team: the heads of known kinds of keys, and long runs of letters and digits. */
const KEYS = [
  /\bsk[-_][\w-]{4,}/gu,
  /\b(?:pk|rk|xox[a-z]|gh[a-z]|glpat|hf|nvapi)[-_][\w-]{12,}/gu,
  /\b(?:AKIA|AIza)[\w-]{12,}/gu,
  /\beyJ[\w-]+(?:\.[\w-]*){0,2}/gu,
  /\bBearer\s+\S+/giu,
  /\b[\da-f]{20,}\b/giu,
  /(?<![A-Za-z\d+/])(?=[A-Za-z+/]*\d)(?=[\d+/]*[A-Za-z])[A-Za-z\d+/]{28,}={0,2}/gu,
] as const

function withoutKeys(line: string): string {
  return KEYS.reduce((text, key) => text.replaceAll(key, shortenKey), line)
}

/** A hash that is no secret is known to its owner by its head; of a key not even that is shown. */
function shortenKey(key: string): string {
  return /^[\da-f]{20,}$/iu.test(key) ? `${key.slice(0, 8)}…` : `key#${fingerprint(key)}`
}

/** 32-bit FNV-1a: tells two keys apart, and nothing of them. */
function fingerprint(key: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}
