import { createAccessLogClients } from '../clients/access-log-source.ts'
import { inEnglish } from '../domain/text.ts'
import { later, minutes } from '../domain/time.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import { readCluster } from '../flow/read-cluster.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { History } from '../sandbox/fleet/history/record-history.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { createSeriesIndex } from '../signals/evaluate/series-index.ts'

/** What the rules hold before they fire. */
export const FIRES_AFTER = minutes(2)
/** All of it lies after the onset, so that the card speaks of the trouble alone. */
const WINDOW = minutes(6)
/** Every story begins with four instances. */
const EXPECTED_INSTANCES = 4
/** The series are in memory, but the machine may be busy. */
const DEADLINE = minutes(1)

/** Reads a simulated history exactly as a recording of a real fleet is read, and the gateway's log beside it. */
export async function triageHistory(history: History, { id, alert, modelName }: Scenario): Promise<TriageResult> {
  const { start, end, onset } = history
  const recorded = history.series()
  const samples = recorded.reduce((sum, one) => sum + one.samples.length, 0)
  const source = createRecordingSource({ series: createSeriesIndex(recorded), samples, malformed: 0, start, end })
  const { openAccessLog } = await import('../sandbox/demo/access-log-file.ts')
  const accessLog = await openAccessLog(history.access)
  const cluster = {
    name: 'demo',
    sources: [source],
    clientSources: [createAccessLogClients({ paths: [accessLog.path], timezone: 'UTC' })],
    expectations: { instances: EXPECTED_INSTANCES },
    start: () => undefined,
    close: () => Promise.resolve(),
  }
  const request = {
    id: `demo-${id}`,
    status: 'firing' as const,
    alerts: [alert.alertname],
    scope: { cluster: 'demo', modelName },
    startsAt: later(onset, FIRES_AFTER),
    window: WINDOW,
    speak: inEnglish,
  }
  try {
    const stopwatch = (): number => performance.now()
    return await readCluster(cluster, request, { deadlineSeconds: DEADLINE, now: end, stopwatch })
  } finally {
    await accessLog.remove()
  }
}
