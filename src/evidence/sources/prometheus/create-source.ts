import { seconds } from '../../../domain/time.ts'
import { ConnectionConfigError, parsePlace, readCredentials, readTls } from '../../../lib/http-connection.ts'
import { openHttpPool } from '../../../lib/http-pool.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from '../../source.ts'
import { parseLayout } from '../reader/parse-layout.ts'
import { readSignals } from '../reader/read-signals.ts'
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

  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    try {
      const credentials = await readCredentials(config, place)
      const api = createApi({ pool, place, credentials, traits, timeout, deadline: request.deadline })
      return await readSignals(createPrometheusBackend({ api, time: request.window.end, timeout }), layout, request)
    } catch (error) {
      if (error instanceof ConnectionConfigError) return unreadable(request, error.message)
      throw error
    }
  }
  return { name: 'prometheus', gather, close: pool.close }
}

function unreadable({ signals }: GatherRequest, note: string): SourceAnswer {
  return {
    readings: signals.map(({ id }) => ({ status: 'absent', signal: id, reason: 'not_configured', detail: note })),
    report: { source: 'prometheus', status: 'failed', queries: 0, notes: [note] },
  }
}
