import { type ClientNaming, NO_NAMING } from '../clients/merge/name-client.ts'

/** What is known of clients beforehand. */
export interface KnownClients {
  readonly naming: ClientNaming
  /** Addresses and ranges of proxies. */
  readonly proxies: readonly string[]
}

export const NOTHING_KNOWN: KnownClients = { naming: NO_NAMING, proxies: [] }
