import type { LokiLogs } from './config.ts'
import type { LokiLogsRead } from './loki-logs.ts'
import type { LokiPages } from './page-loki.ts'

export interface LokiNotes {
  readonly failures: readonly string[]
  readonly remarks: readonly string[]
}

export interface LokiFindings extends Pick<LokiLogsRead, 'labels'> {
  readonly config: Pick<LokiLogs, 'query'>
  readonly pages: LokiPages
  /** Lines were left out because the deadline had struck. */
  readonly isLate: boolean
}

/** So many lines are read while whoever asked still waits after the deadline. */
export const LATE_LINES = 5000

/** What to say of each store; its answer's words are in it without secrets. */
export function describeLoki(stores: readonly LokiFindings[]): LokiNotes {
  return {
    failures: stores.flatMap(({ config, pages: { failure } }) =>
      failure === undefined ? [] : [`Loki ${config.query}: ${failure.detail} (${failure.reason})`],
    ),
    remarks: stores.flatMap(({ config: { query }, pages, labels, isLate }) => [
      ...(labels.length === 0 ? [] : [`Loki ${query}: lines are matched to instances by ${labels.join(', ')}`]),
      ...(pages.entries.length > 0 || pages.failure !== undefined
        ? []
        : [`Loki ${query}: no line of vLLM's stats or failures is there`]),
      ...(pages.isCut || isLate ? [`Loki ${query}: there is more than is read; only the newest lines were`] : []),
    ]),
  }
}
