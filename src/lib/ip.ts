import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and how many of its first bits count. */
export type Network = readonly [Address, number]

/** An address as people write it; undefined for names, for `10` and `0x7f.1`, and for all else that is none. */
export function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export function parseNetwork(text: string): Network | undefined {
  const [start = '', bits, ...more] = text.split('/')
  const address = parseAddress(start)
  if (address === undefined || more.length > 0) return undefined
  const most = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, most]
  // `::ffff:10.0.0.0/104` is a network of IPv4, written in the other's bits.
  const isMapped = most === 32 && start.includes(':')
  const count = /^\d{1,3}$/u.test(bits) ? Number(bits) - (isMapped ? 96 : 0) : -1
  return count < 0 || count > most ? undefined : [address, count]
}

/** As `parseNetwork` takes it. */
export function networkText([start, bits]: Network): string {
  return `${start.toString()}/${bits}`
}

export function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([start, bits]) => {
    if (address.kind() === 'ipv4') return start.kind() === 'ipv4' && address.match(start, bits)
    return start.kind() === 'ipv6' && address.match(start, bits)
  })
}

const BITS_OF_A_SITE = 64

/** One name for one client: of IPv6 its /64, since a host there takes address after address. */
export function addressName(address: Address): string {
  if (address.kind() === 'ipv4' || address.range() === 'loopback') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${BITS_OF_A_SITE}`).toString()}/${BITS_OF_A_SITE}`
}

function withoutZone(address: Address): string {
  return address.toString().replace(/%[^]*$/u, '')
}
