import type { ClientIdentity } from '../../domain/clients.ts'
import type { AccessLine } from '../access-line.ts'
import { BAD_GATEWAY, LIMITED, hasFailed } from '../failed.ts'
import { type Counter, type PackedCounter, type Spans, createCounter } from './counter.ts'
import { type Found, createFound } from './found.ts'

/** What the rules say of a line: whose it is, and whether it is load. */
export interface LineRules {
  /** The client by its address, after the trusted proxies; undefined where nobody can be named. */
  readonly addressOf: (line: AccessLine) => string | undefined
  /** The identity that the gateway vouches for; undefined where it names none. */
  readonly consumerOf: (line: AccessLine) => Consumer | undefined
  readonly isInference: (line: AccessLine) => boolean
}

export interface Consumer {
  readonly name: string
  readonly identity: ClientIdentity
}

/** All requests by address, and those that have a better identity by that as well. */
export interface RequestCounts {
  readonly addresses: Counter
  readonly others: ReadonlyMap<ClientIdentity, Counter>
  /** Counts an access line; false for one that is no load. */
  readonly count: (line: AccessLine) => boolean
  readonly pack: () => PackedCounts
  /** Counts what another one has counted, as if that had come after what this one has. */
  readonly merge: (other: PackedCounts) => void
}

export interface PackedCounts {
  readonly addresses: PackedCounter
  readonly others: ReadonlyMap<ClientIdentity, PackedCounter>
}

export function createRequestCounts(spans: Spans, rules: LineRules): RequestCounts {
  const addresses = createCounter(spans, (peer) => rules.addressOf({ peer }))
  const others = new Map<ClientIdentity, Counter>()
  const found = createFound()

  function otherFor(identity: ClientIdentity): Counter {
    const known = others.get(identity)
    if (known !== undefined) return known
    const counter = createCounter(spans, (name) => name)
    others.set(identity, counter)
    return counter
  }

  return {
    addresses,
    others,
    count: (line) => {
      if (!rules.isInference(line)) return false
      fill(found, line)
      const upstream = line.upstreams?.at(-1)
      addresses.countNamed(rules.addressOf(line), found, upstream)
      const consumer = rules.consumerOf(line)
      if (consumer !== undefined) otherFor(consumer.identity).countNamed(consumer.name, found, upstream)
      return true
    },
    pack: () => ({
      addresses: addresses.pack(),
      others: new Map([...others].map(([identity, counter]) => [identity, counter.pack()])),
    }),
    merge: (other) => {
      addresses.merge(other.addresses)
      for (const [identity, packed] of other.others) otherFor(identity).merge(packed)
    },
  }
}

function fill(found: Found, line: AccessLine): void {
  found.at = line.at ?? NaN
  found.isFailure = hasFailed(line)
  found.isBadGateway = line.status === BAD_GATEWAY
  found.isLimited = line.status === LIMITED
  found.hasSums = true
  found.duration = line.duration ?? NaN
  found.requestBytes = line.requestBytes ?? NaN
  found.promptTokens = line.promptTokens ?? NaN
  found.outputTokens = line.outputTokens ?? NaN
  found.attempts = line.attempts ?? line.upstreams?.length ?? NaN
}
