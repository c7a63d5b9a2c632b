import { type Seconds, type UnixSeconds, seconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { type Api, type ServerTraits, createApi } from '../../lib/http-api.ts'
import {
  ConnectionConfigError,
  type HttpServer,
  parsePlace,
  readCredentials,
  readTls,
} from '../../lib/http-connection.ts'
import { openHttpPool } from '../../lib/http-pool.ts'
import type { Answered } from '../../lib/outcome.ts'
import { readMatrix, readRows } from '../../lib/vector.ts'
import { durationText } from '../../signals/to-promql.ts'
import { MINUTE, minuteEnds, minutesIn, toMinutes } from '../minutes.ts'
import type { MinuteRow, SeriesRows, SeriesStore } from './series-store.ts'

export interface PrometheusServer extends HttpServer {
  /** For one query; 5 seconds unless stated. */
  readonly timeout?: Seconds
}

export interface SeriesOpener {
  /** For one reading, with the token as it is then. */
  readonly open: (deadline: AbortSignal) => Promise<Answered<SeriesStore>>
  readonly close: () => Promise<void>
}

const CONNECTIONS = 4
const DEFAULT_TIMEOUT = seconds(5)

/** @throws ConnectionConfigError, in one line, when a setting is wrong */
export function openPrometheus(server: PrometheusServer): SeriesOpener {
  const { timeout = DEFAULT_TIMEOUT, tls = {} } = server
  const place = parsePlace(server.url)
  const pool = openHttpPool({ origin: place.origin, connections: CONNECTIONS, tls: readTls(tls) })
  const traits: ServerTraits = { isGetOnly: false }

  async function open(deadline: AbortSignal): Promise<Answered<SeriesStore>> {
    try {
      const credentials = await readCredentials(server, place)
      return {
        status: 'ok',
        value: storeOf(createApi({ pool, place, credentials, traits, timeout, deadline }), timeout),
      }
    } catch (error) {
      if (!(error instanceof ConnectionConfigError)) throw error
      return { status: 'failed', reason: 'unreachable', detail: error.message }
    }
  }
  return { open, close: pool.close }
}

function storeOf(api: Api, timeout: Seconds): SeriesStore {
  // nocache: VictoriaMetrics rounds times to its step without it, and others leave it alone.
  const shared = { timeout: durationText(timeout), nocache: '1' }

  async function ask(query: string, at: UnixSeconds): Promise<Answered<SeriesRows>> {
    const answer = await api.post('/api/v1/query', new URLSearchParams({ query, time: String(at), ...shared }))
    if (answer.status === 'failed') return answer
    const rows = readRows(answer.value.data)
    if (rows === undefined) return { status: 'failed', reason: 'bad_answer', detail: 'the answer is no vector' }
    const { isPartial, warnings } = answer.value
    return { status: 'ok', value: { rows, isPartial: isPartial || warnings.length > 0 } }
  }
  async function askMinutes(query: string, window: Window): Promise<Answered<readonly MinuteRow[]>> {
    if (minutesIn(window) < 1) return { status: 'ok', value: [] }
    const { start, end } = minuteEnds(window)
    const form = { query, start: String(start), end: String(end), step: String(MINUTE), ...shared }
    const answer = await api.post('/api/v1/query_range', new URLSearchParams(form))
    if (answer.status === 'failed') return answer
    const rows = readMatrix(answer.value.data)
    if (rows === undefined) return { status: 'failed', reason: 'bad_answer', detail: 'the answer is no matrix' }
    return { status: 'ok', value: rows.map((row) => ({ labels: row.labels, values: toMinutes(row, window) })) }
  }
  return { ask, askMinutes }
}
