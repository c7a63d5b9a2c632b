import { type Network, isWithin, parseNetwork } from '../../lib/ip.ts'
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
      return isIn(client, named.cidr)
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
export function isIn(client: string, range: string): boolean {
  const [own, network] = [parseNetwork(client), parseNetwork(range)]
  return own !== undefined && network !== undefined && own[1] >= network[1] && isWithin(own[0], [network])
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
  const network = parseNetwork(line)
  if (network !== undefined) return mask.addresses ? maskAddress(line, network) : line
  const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(line)
  if (isEmail) return mask.emails ? line.replace(/^(.)[^@]*@/u, '$1…@') : line
  return withoutKeys(line)
}

function maskAddress(line: string, [address]: Network): string {
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
