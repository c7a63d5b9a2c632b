import type { Evidence } from '../domain/evidence.ts'
import { type UnixSeconds, later, minutes } from '../domain/time.ts'
import { baselinesOf, windowEnding } from '../domain/window.ts'
import { gather } from '../evidence/gather.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import { type TriageResult, queriesOf } from '../report/triage-result.ts'
import type { History } from '../sandbox/fleet/history/record-history.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { createSeriesIndex } from '../signals/evaluate/series-index.ts'
import { decide } from '../triage/decide.ts'

/** What the rules hold before they fire. */
export const FIRES_AFTER = minutes(2)
/** All of it lies after the onset, so that the card speaks of the trouble alone. */
const WINDOW = minutes(6)

/** Reads a simulated history exactly as a recording of a real fleet is read. */
export async function gatherFrom(
  { series, start, end, onset }: History,
  { alert, modelName }: Scenario,
): Promise<Evidence> {
  const recorded = series()
  const samples = recorded.reduce((sum, one) => sum + one.samples.length, 0)
  const source = createRecordingSource({ series: createSeriesIndex(recorded), samples, malformed: 0, start, end })
  const window = windowEnding(end, WINDOW)
  return gather({
    sources: [source],
    signals: SIGNALS,
    scope: { cluster: 'demo', modelName },
    window,
    baselines: baselinesOf(window, onset),
    expectations: { instances: EXPECTED_INSTANCES },
    alerts: [alert.alertname],
    takenAt: end,
  })
}

/** Every story begins with four instances. */
const EXPECTED_INSTANCES = 4

/** Evidence and conclusion of the simulated incident. */
export async function triageHistory(history: History, scenario: Scenario): Promise<TriageResult> {
  const began = performance.now()
  const evidence = await gatherFrom(history, scenario)
  const diagnosis = decide(evidence)
  const startsAt: UnixSeconds = later(history.onset, FIRES_AFTER)
  return {
    incident: { id: `demo-${scenario.id}`, status: 'firing', alerts: evidence.alerts, startsAt },
    evidence,
    diagnosis,
    tookMs: performance.now() - began,
    queries: queriesOf(evidence),
  }
}
