import type { Labels } from '../../../domain/series.ts'
import type { UnixSeconds } from '../../../domain/time.ts'
import { createLogReader } from '../../../vllm-log/create-log-reader.ts'
import { shorten } from '../../../lib/shorten.ts'
import { type InstanceLog, toInstanceLogs } from './instance-log.ts'
import type { LokiEntry } from './parse-streams.ts'

export interface LokiLogsRead {
  readonly logs: readonly InstanceLog[]
  /** The labels by which lines were given to instances. */
  readonly labels: readonly string[]
}

/** What collectors call an instance, the surest first. */
const USUAL = ['instance', 'pod', 'pod_name', 'service_instance_id', 'container_name', 'container'] as const
/** They tell the lines of one process apart. */
const WITHIN_PROCESS: ReadonlySet<string> = new Set(['stream', 'level', 'detected_level', 'filename'])

/** Gives the lines of a store to their instances, and reads each instance's in their order. */
export function toLokiLogs(
  entries: readonly LokiEntry[],
  { instanceLabel, end }: { readonly instanceLabel: string | undefined; readonly end: UnixSeconds },
): LokiLogsRead {
  const names = instanceLabel === undefined ? USUAL : [instanceLabel]
  const groups = new Map<string, { readonly instance: string | undefined; readonly own: LokiEntry[] }>()
  const used = new Set<string>()
  for (const entry of entries) {
    const label = names.find((name) => (entry.labels[name] ?? '') !== '')
    if (label !== undefined) used.add(label)
    const instance = label === undefined ? undefined : shorten(entry.labels[label] ?? '')
    const name = instance ?? describe(entry.labels)
    const known = groups.get(name)
    if (known === undefined) groups.set(name, { instance, own: [entry] })
    else known.own.push(entry)
  }
  const logs = [...groups].flatMap(([name, { instance, own }]) => {
    // No logger's clock is needed: each line has the store's time.
    const reader = createLogReader({ zone: () => 0, reference: end })
    for (const entry of own.toSorted(inTime)) reader.write(toRecord(entry))
    return toInstanceLogs(reader.end(), { instance, name, isWhole: false, end })
  })
  return { logs, labels: [...used] }
}

function inTime(one: LokiEntry, other: LokiEntry): number {
  return Number(one.at - other.at)
}

/** As a collector's record, in which a line may be several and nothing in it can pass for the record's own time. */
function toRecord({ at, line }: LokiEntry): string {
  return JSON.stringify({ message: line, time: new Date(Number(at / 1_000_000n)).toISOString() })
}

function describe(labels: Labels): string {
  const shown = Object.entries(labels).filter(([name]) => !WITHIN_PROCESS.has(name))
  return shorten(`{${shown.map(([name, value]) => `${name}="${value}"`).join(', ')}}`)
}
