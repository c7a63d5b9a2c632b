import type { InstanceLine, Skew } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import { groupedBy, keptIn, oncePer } from '../../domain/once.ts'
import type { AbsentReason, RowKey } from '../../domain/reading.ts'
import { absent, present } from '../../domain/reading.ts'
import type { Signal } from '../../signals/signal.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { arrivals, tokenRate } from '../../signals/vllm/traffic.ts'
import { nameAt, sumsOf } from '../predicates/level.ts'
import type { Level, Sum } from '../predicates/level.ts'
import { LEAST_ARRIVALS, LEAST_TOKENS } from '../thresholds/skew.ts'

/** What is uneven: the requests that arrive, or the tokens that they are, since a few long ones are more work than many. */
export type Load = 'arrivals' | 'tokens'

export const LOADS = {
  arrivals: { signal: arrivals, least: LEAST_ARRIVALS },
  tokens: { signal: tokenRate, least: LEAST_TOKENS },
} as const

export interface Share {
  readonly key: RowKey
  readonly arrived: number
  /** Part of the arrivals of all peers that serve the same model (0..1). */
  readonly share: number
}

/** Peers that serve one model, with their parts of its arrivals, the greatest first. */
export interface Peers {
  readonly shares: readonly Share[]
  readonly arrived: number
  readonly maxOverMean: number
}

export interface Spread {
  /** By model, the one with the hottest peer first; models with too few arrivals are left out. */
  readonly peers: readonly Peers[]
  /** The arrivals of some peer could not be read: then no share of its model is known, and the model is not in `peers`. */
  readonly isPartial: boolean
  /** Why a share that is not in `peers` is not known. */
  readonly why: AbsentReason
}

/** How arrivals, or tokens, fall over the peers that serve a model. */
export function spreadOf(evidence: Evidence, level: Level, load: Load = 'arrivals'): Spread {
  return keptIn(spreadsOf(evidence), `${level} ${load}`, () => findSpread(evidence, level, load))
}

/** Found once each: a dozen questions and sentences are about it. */
const spreadsOf = oncePer<Evidence, Map<string, Spread>>(() => new Map())

function findSpread(evidence: Evidence, level: Level, load: Load): Spread {
  const { signal, least } = LOADS[load]
  const sums = [...sumsOf(evidence, signal, level), ...untoldPeers(evidence, signal, level)]
  const byModel = groupedBy(sums, ({ key }) => key.modelName ?? '')
  const read = [...byModel.values()].flatMap((sums) => peersFrom(sums) ?? [])
  const isPartial = read.length < byModel.size
  return {
    peers: read.filter(({ arrived }) => arrived >= least).toSorted((a, b) => b.maxOverMean - a.maxOverMean),
    isPartial,
    why: byModel.size > 0 && !isPartial ? 'no_traffic' : whyUnread(evidence, signal),
  }
}

/** Who works on requests, so some have come there, and has no row that says how many: its part is not nothing. */
function untoldPeers(evidence: Evidence, signal: Signal, level: Level): readonly Sum[] {
  const told = sumsOf(evidence, signal, level)
  // A row of the whole server says nothing of an engine that the engines' own rows do not.
  const names = new Set(told.flatMap(({ key }) => [nameAt(key, level), nameAt(key, 'instance')]))
  const models = new Set(told.map(({ key }) => key.modelName))
  return sumsOf(evidence, runningRequests, level)
    .filter(({ key, value }) => (value ?? 0) > 0 && models.has(key.modelName) && !names.has(nameAt(key, level)))
    .map(({ key }) => ({ key, value: undefined }))
}

/** Nobody is known to get anything, or somebody's part could not be read. */
function whyUnread(evidence: Evidence, signal: Signal): AbsentReason {
  const reading = readingOf(evidence, signal.id)
  if (reading.status === 'absent') return reading.reason
  const gone = reading.rows.flatMap(({ now }) => (now.status === 'absent' ? [now.reason] : []))
  return gone[0] ?? (reading.fleet.status === 'absent' ? reading.fleet.reason : 'no_samples')
}

function peersFrom(sums: readonly Sum[]): Peers | undefined {
  const read = sums.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, arrived: Math.max(0, value) }]))
  if (read.length < sums.length) return undefined
  const arrived = read.reduce((sum, row) => sum + row.arrived, 0)
  const shares = read
    .map((row) => ({ ...row, share: arrived === 0 ? 0 : row.arrived / arrived }))
    .toSorted((a, b) => b.share - a.share)
  return { shares, arrived, maxOverMean: (shares[0]?.share ?? 0) * shares.length }
}

/** The skew of the model with the hottest instance, for the card. */
export function skewOf(evidence: Evidence): Skew {
  const { peers, why } = spreadOf(evidence, 'instance')
  const [hottest] = peers
  const [hot] = hottest?.shares ?? []
  if (hottest === undefined || hot === undefined) return { by: 'arrivals', maxOverMean: absent(why) }
  return { by: 'arrivals', maxOverMean: present(hottest.maxOverMean), hot: hot.key.instance }
}

/** Parts of the arrivals by instance and engine, for the table. */
export function shareOf(evidence: Evidence): (key: RowKey) => InstanceLine['share'] {
  const { peers, why } = spreadOf(evidence, 'engine')
  const shares = new Map(
    peers.flatMap(({ shares: rows }) => rows.map(({ key, share }) => [nameAt(key, 'engine'), share] as const)),
  )
  return (key) => {
    const share = shares.get(nameAt(key, 'engine'))
    return share === undefined ? absent(why) : present(share)
  }
}
