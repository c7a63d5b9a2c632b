import type { GatewayBlind } from '../../domain/client-attribution.ts'
import type { PresentClients } from '../../domain/clients.ts'
import { listed } from '../../domain/listed.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { mendFor } from './gateway-mend.ts'
import { type ClientNaming, isIn, nameFor, showClient } from './name-client.ts'
import { GATEWAYS, LEAST_REQUESTS, STEADY } from './thresholds.ts'

export interface KnownPlaces {
  readonly naming: ClientNaming
  /** Addresses and ranges that are the fleet's own: gateways, nodes, instances. */
  readonly own: readonly string[]
}

/** Whether the addresses of a source are a gateway's, or may be. */
export interface Blindness {
  readonly stopsAt?: GatewayBlind
  readonly mayBeGateways: boolean
}

const SEES: Blindness = { mayBeGateways: false }
const SHOWN = 3

/** Few addresses that carry nearly everything are those of what stands before the fleet, unless the configuration names them. */
export function blindnessOf(reading: PresentClients, { naming, own }: KnownPlaces): Blindness {
  const { identity, clients, total, lines, logOf } = reading
  if (identity !== 'address') return SEES
  const [top] = clients
  const isOwn = (client: string): boolean => own.some((place) => isIn(client, place))
  const ours = clients.filter(({ client }) => isOwn(client)).slice(0, GATEWAYS.most)
  const mend = mendFor(lines?.formats ?? (logOf === undefined ? [] : [logOf]))
  if (top !== undefined && isOwn(top.client)) {
    const who = listed(
      ours.map(({ client }) => showClient(client, naming)),
      SHOWN,
    )
    return { stopsAt: { why: `the top address is one of the fleet's own (${who})`, mend }, mayBeGateways: true }
  }
  const all = total.now.requests
  const few = clients.slice(0, GATEWAYS.most)
  const isFew =
    all >= LEAST_REQUESTS &&
    shareOf(
      few.map(({ now }) => now.requests),
      all,
    ) > GATEWAYS.share
  if (!isFew || few.every(({ client }) => nameFor(client, naming) !== undefined)) return SEES
  const before = total.before?.requests ?? 0
  const isSteady = few.every(
    (use) =>
      before < LEAST_REQUESTS || Math.abs(use.now.requests / all - (use.before?.requests ?? 0) / before) < STEADY,
  )
  if (!isSteady) return { mayBeGateways: true }
  const carrying = carriers(few.map(({ client, now }) => ({ client, share: now.requests / all })))
  const part = formatPercent(carrying.reduce((sum, { share }) => sum + share, 0))
  const who = listed(
    carrying.map(({ client }) => showClient(client, naming)),
    SHOWN,
  )
  const said = carrying.length === 1 ? `${who} carries ${part} of the requests` : `${who} carry ${part} of the requests`
  const why = before < LEAST_REQUESTS ? said : `${said}, as before`
  return { stopsAt: { why, mend }, mayBeGateways: true }
}

interface Carrier {
  readonly client: string
  readonly share: number
}

/** As many of the first as it takes. */
function carriers(few: readonly Carrier[]): readonly Carrier[] {
  const enough = few.findIndex(
    (_, index) =>
      shareOf(
        few.slice(0, index + 1).map(({ share }) => share),
        1,
      ) > GATEWAYS.share,
  )
  return few.slice(0, enough + 1)
}

function shareOf(parts: readonly number[], all: number): number {
  return parts.reduce((sum, part) => sum + part, 0) / all
}
