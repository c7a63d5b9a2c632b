import type { SignalLine } from '../audit/doctor/signal-table.ts'
import { type Examined, firstBroken } from '../audit/doctor/walk.ts'
import { toIso } from '../domain/time.ts'
import { escapeForTerminal } from '../report/to-json.ts'
import type { DoctorResult } from './doctor-result.ts'

/** Names the contract; another shape is another version. */
const SCHEMA = 'whyslow/doctor/v1'

/** What the doctor found, for programs. */
export function toDoctorJson(result: DoctorResult): string {
  const { facts, walk, signals, tookMs } = result
  const { settings, prometheus, engines } = facts
  const json = {
    schema: SCHEMA,
    taken_at: toIso(settings.now),
    target: {
      prometheus: prometheus?.url ?? null,
      selector: prometheus === undefined ? null : settings.selector,
      engines: engines.map(({ url }) => url),
    },
    standing: walk.standing,
    first_broken: firstBroken(walk)?.id ?? null,
    links: walk.links.map(linkJson),
    signals: signals.map(signalJson),
    took_ms: Math.round(tookMs),
  }
  return `${escapeForTerminal(JSON.stringify(json, undefined, 2))}\n`
}

function linkJson({ id, question, finding }: Examined): object {
  const { status, says } = finding
  return {
    id,
    question,
    status,
    finding: says,
    mend: status === 'broken' ? finding.mend : null,
    settle_with: status === 'unknown' ? (finding.settle ?? null) : null,
  }
}

function signalJson({ id, title, exposer, state, enableWith }: SignalLine): object {
  const common = { id, title, exposer, status: state.status }
  if (state.status === 'available') return { ...common, names: state.names, quiet: state.isQuiet }
  return { ...common, reason: state.reason, detail: state.detail === '' ? null : state.detail, enable_with: enableWith }
}
