import { engineLoadOf } from '../clients/merge/engine-load.ts'
import { mergeClients } from '../clients/merge/merge-clients.ts'
import { withClients } from '../clients/merge/to-reading.ts'
import type { ClientReading } from '../domain/clients.ts'
import type { Evidence } from '../domain/evidence.ts'
import { gather } from '../evidence/gather.ts'
import { up } from '../signals/scrape.ts'
import { WAITED } from '../signals/vllm/onset.ts'
import { QUEUE } from '../triage/thresholds/queue.ts'
import type { Cluster } from './cluster.ts'
import { NOTHING_KNOWN } from './known-clients.ts'
import type { ClientsTold } from './read-clients.ts'

/** Seconds that one question more takes of a source that has just answered many. */
const LEAST_LEFT = 0.2

/** How many clients a diagnosis holds. */
const TOP = 25

/** Evidence with who sends the load. Since when requests wait is asked only where somebody is to be held against it. */
export async function attribute(
  gathered: Evidence,
  { readings, lead }: ClientsTold,
  cluster: Pick<Cluster, 'sources' | 'knownClients'> & { readonly deadlineSeconds: number },
): Promise<Evidence> {
  const told = readings.filter((reading) => !isNoSource(reading))
  if (told.length === 0) return gathered
  const isNamed = told.some(({ status }) => status === 'present')
  const hasTime = cluster.deadlineSeconds >= LEAST_LEFT
  const evidence = isNamed && hasTime ? await withOnset(gathered, cluster) : gathered
  const { naming, proxies } = cluster.knownClients ?? NOTHING_KNOWN
  const clients = mergeClients(told, {
    lead,
    engines: engineLoadOf(evidence, QUEUE),
    naming,
    own: [...proxies, ...hostsOf(evidence)],
    top: TOP,
  })
  return withClients({ ...evidence, readings: { ...gathered.readings } }, clients)
}

/** A Prometheus without series of clients was not meant to be a source of them. */
function isNoSource(reading: ClientReading): boolean {
  return reading.status === 'absent' && reading.source === 'client series' && reading.reason === 'not_exposed'
}

async function withOnset(
  evidence: Evidence,
  { sources, deadlineSeconds }: Pick<Cluster, 'sources'> & { readonly deadlineSeconds: number },
): Promise<Evidence> {
  const { scope, window, takenAt } = evidence
  const asked = await gather({
    sources,
    signals: WAITED.map(({ signal }) => signal),
    scope,
    window,
    baselines: [],
    expectations: {},
    alerts: [],
    takenAt,
    deadlineSeconds,
  })
  const more = new Map(asked.sources.map(({ source, queries }) => [source, queries]))
  return {
    ...evidence,
    readings: { ...evidence.readings, ...asked.readings },
    sources: evidence.sources.map((report) => ({
      ...report,
      queries: report.queries + (more.get(report.source) ?? 0),
    })),
  }
}

/** The engines' own addresses: one engine may ask another, and is no client. */
function hostsOf({ readings }: Evidence): readonly string[] {
  const reading = readings[up.id]
  if (reading?.status !== 'present') return []
  return reading.rows.map(({ key }) => key.instance.replace(/:\d+$/u, '').replaceAll(/[[\]]/gu, ''))
}
