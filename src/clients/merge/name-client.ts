import { type Network, isWithin, parseNetwork } from '../../lib/ip.ts'
import { shorten } from '../../lib/shorten.ts'
import { withoutKeys } from '../without-keys.ts'

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
