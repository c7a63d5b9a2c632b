import type { ClientLine } from '../../domain/client-attribution.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { absent, present } from '../../domain/reading.ts'
import { lengthOf } from '../../domain/window.ts'
import type { Text } from '../../domain/text.ts'
import { inEnglish, say } from '../../domain/text.ts'
import { CLIENT_NUMBERS, clientRequests } from '../../signals/clients.ts'
import { arrivals } from '../../signals/vllm/traffic.ts'
import { namedClients } from '../outside/client-tests.ts'
import { sumsOf } from '../predicates/level.ts'
import { fleetNow } from '../predicates/lookup.ts'
import type { Outcome } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { LEAST_ARRIVALS, SPREAD } from '../thresholds/skew.ts'

/** A client, the part (0..1) of its requests that went to one instance, and whether they are spread as a balancer does. */
interface ToHot {
  readonly line: ClientLine
  readonly part: number
  readonly isEven: boolean
}

/**
 * Where each client's requests go, as a gateway tells that chooses for each request anew: so no connection of a client's
 * holds them anywhere. Of clients with a few requests the parts are chance.
 */
function partsTo(evidence: Evidence, hot: RowKey): readonly ToHot[] {
  const { instance } = hot
  const clients = namedClients(evidence)
  if (clients === undefined) return []
  const peers = sumsOf(evidence, arrivals, 'instance')
    .filter(({ key }) => key.modelName === hot.modelName)
    .map(({ key }) => key.instance)
  const length = lengthOf(clients.window)
  const told = clients.clients.filter(
    ({ instances, requestsPerSecond }) => instances.length > 0 && requestsPerSecond * length >= LEAST_ARRIVALS,
  )
  const parts = told.flatMap((line) => {
    const shares = peers.map((peer) => shareTo(line, peer))
    const among = shares.reduce((sum, share) => sum + share, 0)
    // Who sends to another pool alone says nothing of this one, nor does a virtual address before the instances.
    if (among <= 0) return []
    const isEven = shares.every((share) => (share / among) * peers.length <= SPREAD.ofFair)
    return [{ line, part: shareTo(line, instance) / among, isEven }]
  })
  return parts.some(({ part }) => part > 0) ? parts : []
}

/** An upstream as a gateway writes it: with its scheme and path, or bare. */
function shareTo({ instances }: ClientLine, instance: string): number {
  return instances
    .filter((one) => one.instance.replace(/^https?:\/\//u, '').replace(/\/.*$/u, '') === instance)
    .reduce((sum, { share }) => sum + share, 0)
}

/** Several clients are known, so many that they speak for the rest. */
function areMany(parts: readonly ToHot[]): boolean {
  return parts.length >= SPREAD.clients
}

/**
 * Most clients send about the same great part there, and the rest of theirs elsewhere: so a balancer chooses, unevenly.
 * Keys of three clients that fall on one instance by chance leave nothing for the others.
 */
function sendAlike(parts: readonly ToHot[]): boolean {
  const most = Math.max(...parts.map(({ part }) => part))
  const alike = parts.filter(({ part }) => part >= Math.max(SPREAD.most, most * SPREAD.alike))
  const scattered = alike.filter(({ part }) => part < SPREAD.keeps)
  if (alike.length === parts.length && parts.length >= SPREAD.noChance) return true
  return scattered.length >= SPREAD.clients && scattered.length > parts.length / 2
}

/** Some send all of theirs there, which is most of what comes there, and the balancer spreads others evenly. */
function sendApart(parts: readonly ToHot[]): boolean {
  const evenly = parts.filter(({ isEven }) => isEven)
  return evenly.length >= SPREAD.even && sumOf(keepersAmong(parts)) > sumOf(parts) / 2
}

function keepersAmong(parts: readonly ToHot[]): readonly ToHot[] {
  return parts.filter(({ part }) => part >= SPREAD.keeps)
}

function sumOf(parts: readonly ToHot[]): number {
  return parts.reduce((sum, { line, part }) => sum + line.requestShare * part, 0)
}

/** The clients that send all of their requests there, the most first. */
export function keepersOf(evidence: Evidence, row: RowKey): readonly ClientLine[] {
  return keepersAmong(partsTo(evidence, row))
    .map(({ line }) => line)
    .toSorted((one, other) => other.requestShare - one.requestShare)
}

/** How many clients send so much there that it is no key of theirs. */
export function alikeOf(evidence: Evidence, row: RowKey): number {
  return partsTo(evidence, row).filter(({ part }) => part >= SPREAD.most).length
}

/** Whatever the client, its requests go there: it is the balancer's doing, and no client's, session's or key's. */
export const allSendThere: RowTest = spreadTest(
  say`clients alike send most of their requests there, and some elsewhere`,
  sendAlike,
)

/** Some clients' requests go there and others' do not: the balancer follows who sends them, or what. */
export const someKeepThere: RowTest = spreadTest(
  say`some clients send ≥ ${formatPercent(SPREAD.keeps)} of their requests there, and others are spread evenly`,
  sendApart,
)

function spreadTest(text: Text, holds: (parts: readonly ToHot[]) => boolean): RowTest {
  function answer(evidence: Evidence, row: RowKey): Answer {
    const parts = partsTo(evidence, row)
    if (!areMany(parts)) return 'unknown'
    return holds(parts) ? 'yes' : 'no'
  }
  return {
    reads: [clientRequests],
    text: inEnglish(text),
    answer,
    evaluate(evidence, row): Outcome {
      const parts = partsTo(evidence, row)
      const clients = namedClients(evidence)
      const most = Math.max(...parts.map(({ part }) => part))
      const told = answer(evidence, row)
      const now = parts.length === 0 ? unreadClients(evidence) : present(most)
      return {
        answer: told,
        used: [
          {
            ...CLIENT_NUMBERS.spread,
            row,
            now,
            unit: 'ratio',
            threshold: say`the most of ${parts.length} clients'; ${text}`,
            query: clients?.query ?? '',
          },
        ],
        rows: told === 'yes' ? [row] : [],
        missing: told === 'unknown' ? [clientRequests] : [],
      }
    },
  }
}

/** Their number is of another thing than where they send. */
function unreadClients(evidence: Evidence): Measure {
  const now = fleetNow(evidence, clientRequests)
  return now.status === 'absent' ? now : absent('no_samples')
}
