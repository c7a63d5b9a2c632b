import type { AccessLine } from '../access-line.ts'

/** The client closed the connection: `DC`, and `DR` for a stream it reset. */
const GIVEN_UP = ['DC', 'DR', 'DownstreamConnectionTermination', 'DownstreamRemoteReset'] as const

export function isGivenUp(flags: string | undefined): true | undefined {
  const found = flags?.split(',').some((flag) => GIVEN_UP.some((known) => known === flag.trim()))
  return found === true ? true : undefined
}

/** `outbound|8000||…` is a call's or a gateway's side of the mesh, `inbound|8000||` the server's, `inbound-vip|` a waypoint's. */
export function hopOf(cluster: string | undefined): AccessLine['hop'] {
  if (cluster?.startsWith('outbound') === true) return 'outbound'
  return cluster?.startsWith('inbound') === true ? 'inbound' : undefined
}

/** `envoy://internal_client_address/` hides who it was: no address. */
export function envoyPeer(address: string | undefined): string | undefined {
  return address === undefined || address.includes('://') ? undefined : address
}
