import type { SourceReport } from '../domain/evidence.ts'
import { minutes } from '../domain/time.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { valueOf } from '../domain/reading.ts'
import { windowEnding } from '../domain/window.ts'
import { up } from '../signals/scrape.ts'
import type { Cluster } from './cluster.ts'

/** How one source of a cluster answers a simple question. */
export interface SourceState {
  readonly cluster: string
  readonly report: SourceReport
  /** How many instances are up, where it can tell. */
  readonly up?: number
}

const LIMIT_MS = 2_500

/** Asks every source how many instances are up; one that cannot know says by its report whether it answers. */
export async function askSources(clusters: readonly Cluster[], now: UnixSeconds): Promise<readonly SourceState[]> {
  return Promise.all(
    clusters.flatMap(({ name: cluster, sources }) =>
      sources.map(async (source) => {
        const { report, readings } = await source.gather({
          scope: { cluster },
          window: windowEnding(now, minutes(1)),
          baselines: [],
          signals: [up],
          deadline: AbortSignal.timeout(LIMIT_MS),
        })
        const [reading] = readings
        const count = reading?.status === 'present' ? valueOf(reading.fleet) : undefined
        return { cluster, report, ...(count === undefined ? {} : { up: count }) }
      }),
    ),
  )
}

/** Whether a cluster's source answers at all; what it answers does not matter. A file is no answer. For readiness. */
export async function anyAnswers(clusters: readonly Cluster[], now: UnixSeconds): Promise<boolean> {
  const asked = clusters.map((cluster) => ({
    ...cluster,
    sources: cluster.sources.filter(({ name }) => name !== 'log'),
  }))
  return (await askSources(asked, now)).some(({ report }) => report.status !== 'failed')
}
