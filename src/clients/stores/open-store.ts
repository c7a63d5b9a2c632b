import { type Seconds, seconds } from '../../domain/time.ts'
import type { Clean } from '../../lib/api-envelope.ts'
import { type Api, createApi } from '../../lib/http-api.ts'
import {
  ConnectionConfigError,
  type HttpServer,
  type Place,
  parsePlace,
  readCredentials,
  readTls,
} from '../../lib/http-connection.ts'
import { HttpError, openHttpPool } from '../../lib/http-pool.ts'
import { type Sender, cleanerOf, createSender } from '../../lib/http-send.ts'
import { type HttpStream, openHttpStreams } from '../../lib/http-streams.ts'
import type { Answered } from '../../lib/outcome.ts'

export interface StoreServer extends HttpServer {
  /** Sent as `Authorization: ApiKey`, as Elasticsearch has it. */
  readonly apiKey?: string
  /** For one question; 10 seconds unless stated. */
  readonly timeout?: Seconds
}

export interface OpenedStore {
  readonly place: Place
  /** For stores that answer in Prometheus' envelope. */
  readonly api: Api
  /** For those that do not. */
  readonly sender: Sender
  /** For answers that are read while they come. */
  readonly stream: (path: string, signal: AbortSignal) => Promise<HttpStream | HttpError>
  readonly clean: Clean
  readonly timeout: Seconds
}

export interface StoreOpener {
  /** For one reading, with the token as it is then. */
  readonly open: (deadline: AbortSignal) => Promise<Answered<OpenedStore>>
  readonly close: () => Promise<void>
}

/** A store may be busy with others' questions: as many of ours it gets at once. */
const CONNECTIONS = 4
const DEFAULT_TIMEOUT = seconds(10)

/**
 * @param of whose settings these are, for messages
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function openStore(server: StoreServer, of: string): StoreOpener {
  const { timeout = DEFAULT_TIMEOUT, tls = {}, apiKey } = server
  const place = parsePlace(server.url, of)
  const connection = { origin: place.origin, connections: CONNECTIONS, tls: readTls(tls, of) }
  const pool = openHttpPool(connection)
  const streams = openHttpStreams(connection)

  async function open(deadline: AbortSignal): Promise<Answered<OpenedStore>> {
    try {
      const credentials = withApiKey(await readCredentials(server, place, of), apiKey)
      const options = { pool, credentials, timeout, deadline, isPatient: true }
      return {
        status: 'ok',
        value: {
          place,
          api: createApi({ ...options, place, traits: { isGetOnly: true } }),
          sender: createSender(options),
          stream: async (path, signal) => {
            try {
              return await streams.open({ path, headers: credentials.headers, signal })
            } catch (error) {
              if (error instanceof HttpError) return error
              throw error
            }
          },
          clean: cleanerOf(credentials),
          timeout,
        },
      }
    } catch (error) {
      if (!(error instanceof ConnectionConfigError)) throw error
      return { status: 'failed', reason: 'unreachable', detail: error.message }
    }
  }
  async function close(): Promise<void> {
    await Promise.all([pool.close(), streams.close()])
  }
  return { open, close }
}

type Credentials = Awaited<ReturnType<typeof readCredentials>>

function withApiKey({ headers, secrets }: Credentials, apiKey: string | undefined): Credentials {
  if (apiKey === undefined) return { headers, secrets }
  return { headers: { ...headers, authorization: `ApiKey ${apiKey}` }, secrets: [...secrets, apiKey] }
}
