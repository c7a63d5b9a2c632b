import type { PrometheusConfig } from '../../evidence/sources/prometheus/config.ts'
import { type Examinee, examineEngine } from './examine-engine.ts'
import { askPrometheus } from './ask-prometheus.ts'
import type { Facts, Settings } from './facts.ts'
import { within } from '../../lib/within.ts'

export interface Examination {
  readonly settings: Settings
  readonly engines: readonly Examinee[]
  readonly prometheus?: PrometheusConfig
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Each request has a few seconds of its own; together they end here. */
const TOGETHER_MILLISECONDS = 25_000

/**
 * Asks everybody at once. What gives no answer is a fact, too.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong in a way that only shows when it is used
 */
export async function gatherFacts({ settings, engines, prometheus, now }: Examination): Promise<Facts> {
  return within(TOGETHER_MILLISECONDS, new AbortController().signal, async (deadline) => {
    const [asked, store] = await Promise.all([
      Promise.all(engines.map((engine) => examineEngine(engine, deadline))),
      prometheus === undefined ? undefined : askPrometheus({ config: prometheus, settings, deadline, now }),
    ])
    return { settings, engines: asked, ...(store !== undefined && { prometheus: store }) }
  })
}
