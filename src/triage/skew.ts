import type { InstanceLine, Skew } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { RowKey } from '../domain/reading.ts'
import { absent, present, valueOf } from '../domain/reading.ts'
import { arrivals } from '../signals/vllm/traffic.ts'
import { rowsOf } from './lookup.ts'
import { LEAST_ARRIVALS } from './thresholds.ts'

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
  /** A peer's arrivals could not be read, so its part is not nothing but unknown. */
  readonly isPartial: boolean
}

/**
 * How unevenly arrivals fall, by model, for engines or for whole instances; the model with the hottest peer first.
 * Models with too few arrivals are left out.
 */
export function peersOf(evidence: Evidence, level: 'instance' | 'engine'): readonly Peers[] {
  const byModel = new Map<string, Map<string, Share>>()
  const partial = new Set<string>()
  for (const { key, now } of rowsOf(evidence, arrivals)) {
    const read = valueOf(now)
    if (read === undefined) partial.add(key.modelName ?? '')
    const arrived = Math.max(0, read ?? 0)
    const rows = byModel.get(key.modelName ?? '') ?? new Map<string, Share>()
    const name = level === 'instance' ? key.instance : `${key.instance} ${key.engine ?? ''}`
    const sofar = rows.get(name)
    rows.set(name, { key: sofar?.key ?? key, arrived: (sofar?.arrived ?? 0) + arrived, share: 0 })
    byModel.set(key.modelName ?? '', rows)
  }
  return [...byModel]
    .map(([model, rows]) => ({ ...sharesOf([...rows.values()]), isPartial: partial.has(model) }))
    .filter(({ arrived }) => arrived >= LEAST_ARRIVALS)
    .toSorted((a, b) => b.maxOverMean - a.maxOverMean)
}

function sharesOf(rows: readonly Share[]): Omit<Peers, 'isPartial'> {
  const arrived = rows.reduce((sum, row) => sum + row.arrived, 0)
  const shares = rows
    .map((row) => ({ ...row, share: arrived === 0 ? 0 : row.arrived / arrived }))
    .toSorted((a, b) => b.share - a.share)
  return { shares, arrived, maxOverMean: (shares[0]?.share ?? 0) * shares.length }
}

/** The skew of the model with the hottest instance, for the card. */
export function skewOf(evidence: Evidence): Skew {
  const [peers] = peersOf(evidence, 'instance')
  if (peers === undefined) return { by: 'arrivals', maxOverMean: absent('no_traffic') }
  const [hot] = peers.shares
  const maxOverMean = present(peers.maxOverMean)
  return hot === undefined ? { by: 'arrivals', maxOverMean } : { by: 'arrivals', maxOverMean, hot: hot.key.instance }
}

/** Parts of the arrivals by instance and engine, for the table. */
export function shareOf(evidence: Evidence): (key: RowKey) => InstanceLine['share'] {
  const shares = new Map<string, number>()
  for (const { shares: rows } of peersOf(evidence, 'engine')) {
    for (const { key, share } of rows) shares.set(`${key.instance} ${key.engine ?? ''} ${key.modelName ?? ''}`, share)
  }
  return (key) => {
    const share = shares.get(`${key.instance} ${key.engine ?? ''} ${key.modelName ?? ''}`)
    return share === undefined ? absent('no_traffic') : present(share)
  }
}
