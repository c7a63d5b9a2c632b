import type { RowKey } from '../../domain/reading.ts'
import { idOfRow, valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { hostCpu, hostOomKills } from '../../signals/host.ts'
import { fleetNow, rowNow, rowsOf } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'
import { fleetSentence, rowSentence } from '../predicates/sentences.ts'
import { HOST_BUSY } from '../thresholds/process.ts'

/** How busy the hosts' cores are, the busiest host by name where its processes wait for one; nothing where not read. */
export function hostCpuSentences(at: Case): readonly Text[] {
  if (fleetNow(at.evidence, hostCpu).status === 'absent') return []
  return [
    fleetSentence(at, hostCpu),
    ...busyHosts(at)
      .slice(0, 1)
      .map((key) => rowSentence(at, hostCpu, key)),
  ]
}

/** The instances whose host has hardly a core free, the busiest first. */
export function busyHosts({ evidence }: Case): readonly RowKey[] {
  return rowsOf(evidence, hostCpu)
    .map(({ key, now }) => ({ key, busy: valueOf(now) ?? 0 }))
    .filter(({ busy }) => busy > HOST_BUSY)
    .toSorted((a, b) => (a.busy === b.busy ? byName(a.key, b.key) : b.busy - a.busy))
    .map(({ key }) => key)
}

function byName(a: RowKey, b: RowKey): number {
  return idOfRow(a) < idOfRow(b) ? -1 : 1
}

/** That the kernel killed processes on the instance's host for want of memory; nothing where it did not or is not read. */
export function oomSentences(at: Case, key: RowKey): readonly Text[] {
  return hasOomKills(at, key) ? [rowSentence(at, hostOomKills, key)] : []
}

export function hasOomKills({ evidence }: Case, key: RowKey): boolean {
  return (valueOf(rowNow(evidence, hostOomKills, key)) ?? 0) > 0
}
