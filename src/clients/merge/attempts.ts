import type { PresentAttribution } from '../../domain/client-attribution.ts'
import type { PresentClients } from '../../domain/clients.ts'

type Attempts = PresentAttribution['amplification']

/** How often a request is sent on, by the tries that the source lists. */
export function attemptsOf({ total }: PresentClients): Attempts {
  const per = ({ attempts, requests }: PresentClients['total']['now']): number | undefined =>
    attempts === undefined || requests <= 0 ? undefined : attempts / requests
  const now = per(total.now)
  const before = total.before === undefined ? undefined : per(total.before)
  return now === undefined ? undefined : { now, ...(before !== undefined && { before }) }
}

/** Requests in the engines' own logs over those in a gateway's: each layer once, never added. */
export function betweenLayers(readings: readonly PresentClients[]): Attempts {
  const isOfEngines = ({ lines, logOf }: PresentClients): boolean =>
    (lines?.formats[0] ?? logOf)?.includes('uvicorn') === true
  const inner = readings.find(isOfEngines)
  const outer = readings.find((one) => !isOfEngines(one) && one.lines !== undefined)
  if (inner === undefined || outer === undefined || outer.total.now.requests <= 0) return undefined
  const now = inner.total.now.requests / outer.total.now.requests
  const [innerBefore, outerBefore] = [inner.total.before?.requests, outer.total.before?.requests ?? 0]
  const before = innerBefore === undefined || outerBefore <= 0 ? undefined : innerBefore / outerBefore
  return { now, ...(before !== undefined && { before }) }
}
