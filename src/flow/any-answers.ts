import { minutes } from '../domain/time.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { windowEnding } from '../domain/window.ts'
import { up } from '../signals/scrape.ts'
import type { Cluster } from './cluster.ts'

const LIMIT_MS = 2_500

/** Whether a cluster's source answers a question at all; what it answers does not matter. A file is no answer. For readiness. */
export async function anyAnswers(clusters: readonly Cluster[], now: UnixSeconds): Promise<boolean> {
  const answers = await Promise.all(
    clusters.flatMap(({ name, sources }) =>
      sources
        .filter(({ name: of }) => of !== 'log')
        .map(async (source) => {
          const { report } = await source.gather({
            scope: { cluster: name },
            window: windowEnding(now, minutes(1)),
            baselines: [],
            signals: [up],
            deadline: AbortSignal.timeout(LIMIT_MS),
          })
          return report.status !== 'failed'
        }),
    ),
  )
  return answers.includes(true)
}
