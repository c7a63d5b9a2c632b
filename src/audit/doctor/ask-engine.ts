import { seconds } from '../../domain/time.ts'
import { createExpositionReader } from '../../exposition/reader.ts'
import { parseSeries } from '../../exposition/parse-series.ts'
import type { PrometheusConfig } from '../../evidence/sources/prometheus/config.ts'
import {
  type Credentials,
  type Place,
  parsePlace,
  readCredentials,
  readTls,
} from '../../evidence/sources/prometheus/connection.ts'
import { probeEngine, tryTcp } from '../../evidence/sources/engine/probe-engine.ts'
import { isRecord } from '../../evidence/sources/prometheus/envelope.ts'
import { systemClock } from '../../lib/clock.ts'
import { type HttpAnswer, HttpError, type HttpPool, openHttpPool } from '../../lib/http-pool.ts'
import type { EngineAnswer, EngineFacts } from './facts.ts'
import { within } from '../../lib/within.ts'

/** An engine to be asked itself, and how to be let in. */
export type EngineTarget = Pick<
  PrometheusConfig,
  'url' | 'bearerToken' | 'bearerTokenFile' | 'basicAuth' | 'headers' | 'tls'
>

/** An engine's page is some hundred KiB; one of a thousand adapters some MiB. */
const MAX_BYTES = 64 * 1024 * 1024
const REQUEST_MILLISECONDS = 5_000
const PROBE = seconds(3)

/**
 * Asks an engine for its metrics, and where it does not serve them looks at the places they usually are.
 *
 * @throws PrometheusConfigError when a file of credentials cannot be read
 */
export async function askEngine(target: EngineTarget, deadline: AbortSignal): Promise<EngineFacts> {
  const place = parsePlace(target.url)
  const credentials = await readCredentials(target, place)
  const pool = openHttpPool({ origin: place.origin, connections: 2, tls: readTls(target.tls ?? {}) })
  try {
    return await look({ place, pool, credentials, deadline })
  } finally {
    await pool.close()
  }
}

interface Visit {
  readonly place: Place
  readonly pool: HttpPool
  readonly credentials: Credentials
  readonly deadline: AbortSignal
}

async function look(visit: Visit): Promise<EngineFacts> {
  const { origin, path } = visit.place
  const own = path.endsWith('/metrics') ? path : `${path}/metrics`
  const at = { url: origin + own, address: new URL(origin).host }
  const answer = await page(visit, own)
  if (answer.kind === 'metrics') return { ...at, answer, ...(await versionOf(visit, own)) }
  if (answer.kind === 'none' || (answer.kind === 'refused' && answer.status >= 500)) {
    return { ...at, answer, probe: await probe(visit, own) }
  }
  // Of old vLLM redirects /metrics to /metrics/, which Prometheus follows: nothing is wrong with that.
  const behind = isRedirect(answer) ? await page(visit, `${own}/`) : answer
  if (behind.kind === 'metrics') return { ...at, answer: behind, ...(await versionOf(visit, own)) }
  for (const other of ['/metrics', '/metrics/'].filter((one) => one !== own)) {
    if ((await page(visit, other)).kind === 'metrics') return { ...at, answer, foundAt: origin + other }
  }
  return { ...at, answer }
}

/** Tells a dead engine core, a process that hangs and a host out of reach apart. */
function probe({ place, pool, credentials, deadline }: Visit, metrics: string): ReturnType<typeof probeEngine> {
  const base = { ...place, path: metrics.replace(/\/metrics$/, '') }
  const call = { pool, place: base, credentials, clock: systemClock, signal: deadline, limit: PROBE }
  return probeEngine(call, { tryConnect: tryTcp, why: '' })
}

function isRedirect(answer: EngineAnswer): boolean {
  return answer.kind === 'refused' && answer.status >= 300 && answer.status < 400
}

async function page(visit: Visit, path: string): Promise<EngineAnswer> {
  // Newer writers of OpenMetrics garble vLLM's colons, so the classic format is asked for.
  const answer = await send(visit, path, 'text/plain;version=0.0.4')
  if (answer instanceof HttpError) {
    const reasons = { aborted: 'timeout', unreachable: 'unreachable', too_large: 'bad_answer' } as const
    return { kind: 'none', reason: reasons[answer.code], detail: answer.message }
  }
  if (answer.status !== 200) return { kind: 'refused', status: answer.status }
  return readPage(answer.text)
}

/** What a body holds. */
export function readPage(text: string): EngineAnswer {
  const names = new Set<string>()
  const reader = createExpositionReader(({ series }) => {
    const end = series.indexOf('{')
    const bare = end < 0 ? series : series.slice(0, end)
    const name = bare === '' ? parseSeries(series)?.name : bare.trim()
    if (name !== undefined) names.add(name)
  })
  reader.write(text.endsWith('\n') ? text : `${text}\n`)
  const { kind } = reader.end()
  if (kind !== 'exposition') return { kind }
  const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name]) => name ?? [])
  return { kind: 'metrics', names, declared: new Set(declared) }
}

/** vLLM says its version beside its metrics; other servers have no such page, or it is shut. */
async function versionOf(visit: Visit, metrics: string): Promise<Pick<EngineFacts, 'version'>> {
  const answer = await send(visit, metrics.replace(/\/metrics$/, '/version'), 'application/json')
  if (answer instanceof HttpError || answer.status !== 200) return {}
  const version = versionIn(answer.text)
  return version === undefined ? {} : { version }
}

function versionIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const version: unknown = isRecord(body) ? body['version'] : undefined
    return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version) ? version : undefined
  } catch {
    return undefined
  }
}

async function send(
  { place, pool, credentials, deadline }: Visit,
  path: string,
  accept: string,
): Promise<HttpAnswer | HttpError> {
  const query = place.query === '' ? '' : `?${place.query}`
  const headers = { accept, ...credentials.headers }
  try {
    return await within(REQUEST_MILLISECONDS, deadline, (signal) =>
      pool.request({ method: 'GET', path: path + query, headers, signal, maxBytes: MAX_BYTES }),
    )
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}
