import { formatMeasure } from '../../domain/quantity.ts'
import { nameOfRow } from '../../domain/reading.ts'
import type { RowKey } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { rowBefore, rowNow } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'
import { hasPeers, peerWords } from './peers.ts'
import { firstRow } from '../predicates/sentences.ts'

/** `a token takes 30 ms on b, 20 ms on its peers`, or, of one that is alone, what it took an hour ago. */
export function tokenSentence(at: Case, row: RowKey | undefined = firstRow(at)): Text {
  if (row === undefined) return say`tokens take longer`
  const { evidence } = at
  const now = formatMeasure(rowNow(evidence, interTokenMean, row), 'seconds')
  const before = rowBefore(evidence, interTokenMean, row)
  const was = before.status === 'present' ? say` (was ${formatMeasure(before, 'seconds')})` : ''
  const peers = hasPeers(evidence, row) ? say`, ${peerWords(evidence, row)}` : ''
  return say`a token takes ${now}${was} on ${nameOfRow(row)}${peers}`
}
