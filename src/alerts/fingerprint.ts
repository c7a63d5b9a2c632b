import type { Labels } from '../domain/series.ts'

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n
const MASK = 0xffffffffffffffffn
/** Prometheus puts this byte, which UTF-8 never uses, behind each name and each value. */
const SEPARATOR = 0xff

/**
 * The hash of a label set as Alertmanager makes it (64-bit FNV-1a over the sorted names and values, see
 * `LabelSet.Fingerprint` in github.com/prometheus/common), for senders that leave it out.
 */
export function fingerprintOf(labels: Labels): string {
  const encoder = new TextEncoder()
  const names = Object.keys(labels).toSorted(byBytes)
  const bytes = names.flatMap((name) => [
    ...encoder.encode(name),
    SEPARATOR,
    ...encoder.encode(labels[name] ?? ''),
    SEPARATOR,
  ])
  const hash = bytes.reduce((sum, byte) => ((sum ^ BigInt(byte)) * PRIME) & MASK, OFFSET)
  return hash.toString(16).padStart(16, '0')
}

function byBytes(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
