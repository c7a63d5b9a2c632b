import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { CLIENT_NUMBERS, clientRequests } from '../../signals/clients.ts'
import type { Signal, WitnessKind } from '../../signals/signal.ts'
import { contradictionsIn } from './contradictions.ts'
import { NOT_EXPOSED } from '../predicates/fleet-tests.ts'
import { isSharedRow } from '../predicates/lookup.ts'
import type { Answered } from '../walk.ts'

/**
 * Why a yes is not firm, in one line; undefined where it is. Firm asks for everything: every look-alike excluded, no
 * earlier question open, whole answers from the sources, and two independent kinds of witness (gauges and counters, say,
 * or counters and the GPU's own word).
 */
export function doubtOf(evidence: Evidence, answered: Answered): Text | undefined {
  const { shadowedBy, outcome, confirmed } = answered
  const [open] = answered.open
  if (open !== undefined) return say`to settle it: ${open.settleWith}`
  if (shadowedBy !== undefined) return say`an earlier question is open: ${shadowedBy}`
  if (evidence.sources.some(({ isWider }) => isWider === true)) return say`what was read is of all models`
  const used = [outcome, ...confirmed]
    .flatMap((told) => told.used)
    .filter(({ now, threshold }) => now.status === 'present' || threshold === NOT_EXPOSED)
  for (const { signal } of used) {
    const reading = readingOf(evidence, signal)
    if (reading.status === 'absent') continue
    if (reading.isContradicted === true) return say`the sources contradict each other on ${titleOf(signal)}`
    if (reading.partial) return say`${reading.source} said that its answer on ${titleOf(signal)} may be incomplete`
  }
  const wrong = contradictionsIn(evidence).find(({ signals }) =>
    used.some(({ signal }) => signals.some(({ id }) => id === signal)),
  )
  if (wrong !== undefined) return say`readings contradict each other: ${wrong.text}`
  // A GPU that may be another instance's is no witness of this one.
  const shared = used.find(({ signal, row }) => row !== undefined && isSharedRow(evidence, signal, row))
  if (shared !== undefined) return say`${titleOf(shared.signal)} may be of another instance`
  const kinds = new Set(used.flatMap(({ signal }) => WITNESSES.get(signal)?.witness ?? []))
  return kinds.size >= 2 ? undefined : say`only one kind of witness says so (${kindText(kinds)})`
}

const WITNESSES = new Map<string, Signal>([
  ...SIGNALS.map((signal) => [signal.id, signal] as const),
  ...Object.values(CLIENT_NUMBERS).map(({ signal }) => [signal, clientRequests] as const),
])

function titleOf(signal: string): Text {
  return WITNESSES.get(signal)?.title ?? say`${signal}`
}

function kindText(kinds: ReadonlySet<WitnessKind>): Text {
  const [only] = kinds
  return only === undefined ? say`none` : KINDS[only]
}

const KINDS: Readonly<Record<WitnessKind, Text>> = {
  gauges: say`gauges`,
  counters: say`counters`,
  scrape: say`scrape`,
  gpu: say`gpu`,
  host: say`host`,
  gateway: say`gateway`,
  log: say`log`,
  direct: say`direct`,
  clients: say`clients`,
}
