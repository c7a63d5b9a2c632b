import type { Measure } from '../../domain/reading.ts'
import { absent, idOfRow } from '../../domain/reading.ts'
import { readingOf } from '../../domain/evidence.ts'
import type { SlackMessage } from '../../domain/post.ts'
import { gather } from '../../evidence/gather.ts'
import type { InstanceStages } from '../../report/instance-stages.ts'
import type { TriageResult } from '../../report/triage-result.ts'
import type { Signal } from '../../signals/signal.ts'
import { decodeMean, endToEndMean, prefillMean, queueMean } from '../../signals/vllm/latency.ts'
import type { Asked } from '../../slack/command-asked.ts'
import { renderLatency } from '../../slack/render-latency.ts'
import type { Asker, Desk } from './desk.ts'
import { readNow } from './why-slow.ts'

/** A triage reads most of these for the fleet alone, since a conclusion needs no more. */
const BY_INSTANCE = { queue: queueMean, prefill: prefillMean, decode: decodeMean, e2e: endToEndMean } as const

export async function latency(asked: Asked, asker: Asker, desk: Desk): Promise<SlackMessage> {
  const result = await readNow(asked, asker, desk)
  return renderLatency(result, await stagesByInstance(result, desk), asker.speak)
}

async function stagesByInstance({ evidence }: TriageResult, desk: Desk): Promise<readonly InstanceStages[]> {
  const { scope, window, takenAt } = evidence
  const signals = Object.values(BY_INSTANCE).map((signal): Signal => ({ ...signal, rows: 'now', baselined: false }))
  const { readings } = await gather({
    sources: desk.clusters.find(({ name }) => name === scope.cluster)?.sources ?? [],
    signals,
    scope,
    window,
    baselines: [],
    expectations: {},
    alerts: [],
    takenAt,
    deadlineSeconds: desk.deadline,
  })
  const rowsOf = ({ id }: Signal) => {
    const reading = readingOf({ ...evidence, readings }, id)
    return reading.status === 'present' ? reading.rows : []
  }
  const keys = new Map(
    Object.values(BY_INSTANCE).flatMap((signal) => rowsOf(signal).map(({ key }) => [idOfRow(key), key] as const)),
  )
  return [...keys].map(([id, key]) => {
    const at = (signal: Signal): Measure =>
      rowsOf(signal).find((row) => idOfRow(row.key) === id)?.now ?? absent('no_samples')
    const { queue, prefill, decode, e2e } = BY_INSTANCE
    return { key, queue: at(queue), prefill: at(prefill), decode: at(decode), e2e: at(e2e) }
  })
}
