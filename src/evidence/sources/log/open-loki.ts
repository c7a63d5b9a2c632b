import { seconds } from '../../../domain/time.ts'
import { openHttpPool } from '../../../lib/http-pool.ts'
import { createApi } from '../../../lib/http-api.ts'
import { ConnectionConfigError, parsePlace, readCredentials, readTls } from '../../../lib/http-connection.ts'
import { LogConfigError, type LokiLogs } from './config.ts'
import { type LokiPages, type PageRequest, pageLoki } from './page-loki.ts'

export interface Loki {
  readonly config: LokiLogs
  /** Begins to read; what is read so far can be looked at before it is done. */
  readonly read: (request: Omit<PageRequest, 'query' | 'pages'>) => {
    readonly pages: LokiPages
    readonly done: Promise<void>
  }
  readonly close: () => Promise<void>
}

const OWNER = 'logs: loki'
const DEFAULT_TIMEOUT = seconds(5)

/** @throws LogConfigError, in one line, when a setting is wrong */
export function openLoki(config: LokiLogs): Loki {
  const { query, timeout = DEFAULT_TIMEOUT, tls = {} } = config
  const { place, pool } = opened()

  function opened() {
    try {
      const place = parsePlace(config.url, OWNER)
      return { place, pool: openHttpPool({ origin: place.origin, connections: 1, tls: readTls(tls, OWNER) }) }
    } catch (error) {
      if (error instanceof ConnectionConfigError) throw new LogConfigError(error.message, { cause: error })
      throw error
    }
  }
  async function fill({ deadline, ...request }: Parameters<Loki['read']>[0], pages: LokiPages): Promise<void> {
    try {
      const credentials = await readCredentials(config, place, OWNER)
      const api = createApi({ pool, place, credentials, traits: { isGetOnly: true }, timeout, deadline })
      await pageLoki(api, { ...request, deadline, query, pages })
    } catch (error) {
      if (!(error instanceof ConnectionConfigError)) throw error
      pages.failure = { reason: 'not_configured', detail: error.message }
    }
  }
  return {
    config,
    read: (request) => {
      const pages: LokiPages = { entries: [], queries: 0, isCut: false }
      return { pages, done: fill(request, pages) }
    },
    close: pool.close,
  }
}
