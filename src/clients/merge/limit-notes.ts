import type { PresentClients } from '../../domain/clients.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { type ClientNaming, showClient } from './name-client.ts'

/** Beside those who are named may be one of whom more was refused, unless it is half of all (0..1). */
const MOST = 0.5

/** A limited client is no victim, and what it sends in vain is nobody's load. */
export function limitNotes({ total, clients }: PresentClients, naming: ClientNaming): readonly string[] {
  const { limited = 0 } = total.now
  if (limited <= 0) return []
  const [most] = clients.toSorted((one, other) => (other.now.limited ?? 0) - (one.now.limited ?? 0))
  const own = most?.now.limited ?? 0
  if (limited === 1) return ['1 request had 429 for an answer: a limit refused it, so it is in no part']
  const said = `${limited} requests had 429 for an answer`
  const whose =
    most === undefined || own / limited < MOST
      ? said
      : `${said}, ${formatPercent(own / limited)} of them of ${showClient(most.client, naming)}`
  return [`${whose}: a limit refused them, so they are in no part`]
}
