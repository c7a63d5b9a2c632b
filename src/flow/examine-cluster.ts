import { gatherFacts } from '../audit/doctor/gather-facts.ts'
import type { Examination } from '../audit/doctor/gather-facts.ts'
import type { Settings } from '../audit/doctor/facts.ts'
import { signalTable } from '../audit/doctor/signal-table.ts'
import { firstBroken, walk } from '../audit/doctor/walk.ts'
import type { Examined } from '../audit/doctor/walk.ts'
import type { ClusterConfig } from '../config/config.ts'
import type { Checkup } from '../domain/checkup.ts'
import type { Speak } from '../domain/text.ts'
import type { Seconds, UnixSeconds } from '../domain/time.ts'
import { parseLayout } from '../evidence/sources/reader/parse-layout.ts'
import { WhyslowError } from '../lib/errors.ts'
import { prometheusConfigOf } from './cluster.ts'
import { serverOf } from './server-of.ts'

export interface ExaminerOptions {
  readonly clusters: readonly ClusterConfig[]
  readonly window: Seconds
  readonly now: () => UnixSeconds
}

/** Looks at the path of a cluster's metrics, as `whyslow doctor` does. */
export function createExaminer({ clusters, window, now }: ExaminerOptions) {
  return async (name: string, speak: Speak): Promise<Checkup> => {
    const cluster = clusters.find((one) => one.name === name)
    if (cluster === undefined) throw new WhyslowError('unknown_cluster', `there is no cluster ${name}`)
    const facts = await gatherFacts({ ...examinationOf(cluster, { now: now(), window }), now: () => now() * 1000 })
    const walked = walk(facts, speak)
    const signals = signalTable(facts)
    const first = firstBroken(walked)
    const available = signals.filter(({ state }) => state.status === 'available').length
    return {
      cluster: name,
      standing: walked.standing,
      findings: walked.links.flatMap(findingOf),
      ...(first?.finding.status === 'broken' && { mend: first.finding.mend }),
      signals: { available, all: signals.length },
    }
  }
}

function findingOf({ id, finding }: Examined): Checkup['findings'] {
  const { status, says } = finding
  return status === 'ok' ? [] : [{ id, status, says }]
}

/** What of a cluster's settings is to be looked at. */
export function examinationOf(
  cluster: ClusterConfig,
  { now, window }: { readonly now: UnixSeconds; readonly window: Seconds },
): Omit<Examination, 'now'> {
  const { selector, instanceLabel, expectedInstances, gpuSelector, nodeSelector, gatewaySelector } = cluster
  const { engines: matchers } = parseLayout({ selector })
  const settings: Settings = {
    now,
    selector,
    matchers,
    instanceLabel,
    window,
    ...(expectedInstances !== undefined && { expectedInstances }),
    ...(gpuSelector !== undefined && { gpuSelector }),
    ...(nodeSelector !== undefined && { nodeSelector }),
    ...(gatewaySelector !== undefined && { gatewaySelector }),
  }
  const prometheus = prometheusConfigOf(cluster)
  return {
    settings,
    engines: cluster.engines.map(serverOf),
    ...(prometheus !== undefined && { prometheus }),
  }
}
