import type { History } from '../../../domain/history.ts'
import { type UnixSeconds, seconds, unixSeconds } from '../../../domain/time.ts'
import { ConnectionConfigError, parsePlace, readCredentials, readTls } from '../../../lib/http-connection.ts'
import { openHttpPool } from '../../../lib/http-pool.ts'
import type { EvidenceSource, GatherRequest, HistoryRequest, SourceAnswer } from '../../source.ts'
import type { Outcome, RangeBackend } from '../reader/backend.ts'
import { parseLayout } from '../reader/parse-layout.ts'
import { readSignals } from '../reader/read-signals.ts'
import { readTracks } from '../reader/read-tracks.ts'
import { type ServerTraits, createApi } from '../../../lib/http-api.ts'
import { createPrometheusBackend } from './backend.ts'
import type { PrometheusConfig } from './config.ts'

export interface PrometheusSource extends EvidenceSource {
  /** Ends the kept connections. */
  readonly close: () => Promise<void>
}

export interface PrometheusDeps {
  readonly openPool?: typeof openHttpPool
}

const CONNECTIONS = 8
const DEFAULT_TIMEOUT = seconds(5)

/**
 * Evidence from a server with Prometheus' query API.
 *
 * @throws SelectorError or ConnectionConfigError, in one line, when a setting is wrong
 */
export function createPrometheusSource(config: PrometheusConfig, deps: PrometheusDeps = {}): PrometheusSource {
  const { openPool = openHttpPool } = deps
  const { timeout = DEFAULT_TIMEOUT, tls = {} } = config
  const layout = parseLayout(config)
  const place = parsePlace(config.url)
  const pool = openPool({ origin: place.origin, connections: CONNECTIONS, tls: readTls(tls) })
  const traits: ServerTraits = { isGetOnly: false }

  async function backendAt(time: UnixSeconds, deadline: AbortSignal): Promise<RangeBackend> {
    const credentials = await readCredentials(config, place)
    const api = createApi({ pool, place, credentials, traits, timeout, deadline })
    return createPrometheusBackend({ api, time, timeout })
  }
  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    try {
      return await readSignals(await backendAt(request.window.end, request.deadline), layout, request)
    } catch (error) {
      if (error instanceof ConnectionConfigError) return unreadable(request, error.message)
      throw error
    }
  }
  async function history(request: HistoryRequest): Promise<Outcome<History>> {
    try {
      const end = unixSeconds(request.times.at(-1) ?? 0)
      return await readTracks(await backendAt(end, request.deadline), layout, request)
    } catch (error) {
      if (error instanceof ConnectionConfigError) return notConfigured(error.message)
      throw error
    }
  }
  return { name: 'prometheus', gather, history, close: pool.close }
}

function unreadable({ signals }: GatherRequest, note: string): SourceAnswer {
  return {
    readings: signals.map(({ id }) => ({ status: 'absent', signal: id, reason: 'not_configured', detail: note })),
    report: { source: 'prometheus', status: 'failed', queries: 0, notes: [note] },
  }
}

function notConfigured(detail: string): Outcome<never> {
  return { status: 'failed', reason: 'not_configured', detail }
}
