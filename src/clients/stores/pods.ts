import { isRecord } from '../../lib/is-record.ts'

/** A container whose log is read. */
export interface PodLog {
  readonly pod: string
  readonly container: string
  /** Unix seconds; undefined while it waits. */
  readonly startedAt?: number
  /** When the container before it ended, which has a log of its own. */
  readonly restartedAt?: number
}

export interface PodLogs {
  readonly logs: readonly PodLog[]
  /** There are more pods than are listed. */
  readonly isCut: boolean
}

/** What `kubectl logs` reads where nobody names a container. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container'

/** The logs of a list of pods; undefined when it is none. Of each pod one container, by name or as kubectl chooses. */
export function podLogsOf(list: Readonly<Record<string, unknown>>, container?: string): PodLogs | undefined {
  const { items, metadata } = list
  if (!Array.isArray(items)) return undefined
  const isCut = isRecord(metadata) && typeof metadata['continue'] === 'string' && metadata['continue'] !== ''
  return { logs: items.flatMap((item: unknown) => podLogOf(item, container)), isCut }
}

function podLogOf(item: unknown, wanted: string | undefined): readonly PodLog[] {
  if (!isRecord(item) || !isRecord(item['metadata']) || !isRecord(item['spec'])) return []
  const { name, annotations } = item['metadata']
  const { containers } = item['spec']
  if (typeof name !== 'string' || !Array.isArray(containers)) return []
  const names = containers.flatMap((one: unknown) =>
    isRecord(one) && typeof one['name'] === 'string' ? [one['name']] : [],
  )
  const annotated = isRecord(annotations) ? annotations[DEFAULT_CONTAINER] : undefined
  const container = names.find((own) => own === (wanted ?? annotated)) ?? (wanted === undefined ? names[0] : undefined)
  if (container === undefined) return []
  return [{ pod: name, container, ...timesOf(item['status'], container) }]
}

function timesOf(status: unknown, container: string): Pick<PodLog, 'startedAt' | 'restartedAt'> {
  const all: unknown = isRecord(status) ? status['containerStatuses'] : undefined
  if (!Array.isArray(all)) return {}
  const own: unknown = all.find((one: unknown) => isRecord(one) && one['name'] === container)
  if (!isRecord(own)) return {}
  const startedAt = timeAt(own['state'], ['running', 'startedAt']) ?? timeAt(own['state'], ['terminated', 'startedAt'])
  const restartedAt = timeAt(own['lastState'], ['terminated', 'finishedAt'])
  return { ...(startedAt !== undefined && { startedAt }), ...(restartedAt !== undefined && { restartedAt }) }
}

function timeAt(state: unknown, [kind, field]: readonly [string, string]): number | undefined {
  const inner: unknown = isRecord(state) ? state[kind] : undefined
  const text: unknown = isRecord(inner) ? inner[field] : undefined
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time / 1000
}
