import type { ClientIdentity } from '../domain/clients.ts'
import { type Address, type Network, addressName, isWithin, parseAddress } from '../lib/ip.ts'
import type { AccessLine } from './access-line.ts'
import { hopsOf } from './forwarded-for.ts'
import { isUnnamed } from './unnamed.ts'
import { withoutKeys } from './without-keys.ts'

/** Who sent a request, as far as anybody vouches for it. */
export type LineClient = NamedClient | UnattributedClient

export interface NamedClient {
  readonly kind: 'named'
  readonly client: string
  readonly identity: ClientIdentity
  /** True when it is one of the trusted proxies itself: all of the way was within the trusted networks. */
  readonly isTrustedHop?: true
  /** True where the server took it from a header, by a trust of its own that no line tells. */
  readonly isFromHeader?: true
  /** What an untrusted X-Forwarded-For says, if anything: an opinion that anybody can write, never a client. */
  readonly claimed?: string
}

export interface UnattributedClient {
  readonly kind: 'unattributed'
  /** No address on the line; one that a proxy hides; or a word that stands for nobody. */
  readonly why: 'no_address' | 'hidden' | 'unnamed'
  readonly claimed?: string
}

/** By the identity that the gateway vouches for, else by address. */
export function clientOf(line: AccessLine, trusted: readonly Network[]): LineClient {
  return line.consumer === undefined || isUnnamed(line.consumer) ? addressOf(line, trusted) : consumerOf(line)
}

/** By the gateway's own word alone. */
export function consumerOf({ consumer, consumerIs = 'consumer' }: AccessLine): LineClient {
  if (consumer === undefined || isUnnamed(consumer)) return { kind: 'unattributed', why: 'unnamed' }
  return { kind: 'named', client: withoutKeys(consumer.replaceAll(/\p{C}+/gu, ' ').trim()), identity: consumerIs }
}

/**
 * By address. The peer is the client unless it is a trusted proxy; then X-Forwarded-For is gone through from its end, where
 * the trusted ones wrote, to the first that is not trusted. Where no peer is known, nobody says who wrote the list.
 */
export function addressOf(line: AccessLine, trusted: readonly Network[]): LineClient {
  const { peer, forwardedFor, isPeerFromHeader } = line
  const hops = forwardedFor === undefined ? [] : hopsOf(forwardedFor)
  const farthest = hops.findLast((hop) => hop !== 'hidden')
  const claimed = farthest === undefined ? {} : { claimed: addressName(farthest) }
  const address = peer === undefined ? undefined : parseAddress(peer)
  if (address === undefined) {
    return { kind: 'unattributed', why: peer === undefined ? 'no_address' : 'hidden', ...claimed }
  }
  if (!isWithin(address, trusted)) {
    const named = nameOf(address)
    return {
      ...named,
      ...(isPeerFromHeader === true && { isFromHeader: true }),
      ...(claimed.claimed !== named.client && claimed),
    }
  }
  const first = hops.find((hop) => hop === 'hidden' || !isWithin(hop, trusted))
  // What stands before a hidden hop nobody vouches for.
  if (first === 'hidden') return { kind: 'unattributed', why: 'hidden', ...claimed }
  return first === undefined ? { ...nameOf(farthest ?? address), isTrustedHop: true } : nameOf(first)
}

function nameOf(address: Address): NamedClient {
  return { kind: 'named', client: addressName(address), identity: 'address' }
}
