import { seconds, unixSeconds } from '../../domain/time.ts'
import { baselinesOf, windowEnding } from '../../domain/window.ts'
import { createApi } from '../../lib/http-api.ts'
import type { PrometheusConfig } from '../../evidence/sources/prometheus/config.ts'
import { type Place, parsePlace, readCredentials, readTls } from '../../lib/http-connection.ts'
import { createPrometheusSource } from '../../evidence/sources/prometheus/create-source.ts'
import type { Failure, Outcome } from '../../evidence/sources/reader/backend.ts'
import { type HttpPool, openHttpPool } from '../../lib/http-pool.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { type Asker, createAsker } from './asker.ts'
import type { Clock, PrometheusFacts, Settings } from './facts.ts'
import { within } from '../../lib/within.ts'
import { askStore } from './ask-store.ts'

export interface PrometheusVisit {
  readonly config: PrometheusConfig
  readonly settings: Settings
  readonly deadline: AbortSignal
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Where the API lies under other servers' URLs: Mimir and Cortex, a VictoriaMetrics cluster, a reverse proxy. */
const PREFIXES = ['/prometheus', '/select/0/prometheus', '/prom', ''] as const

/**
 * Asks a server with Prometheus' API everything that the walk needs.
 *
 * @throws ConnectionConfigError when a setting is wrong in a way that only shows when it is used
 */
export async function askPrometheus(visit: PrometheusVisit): Promise<PrometheusFacts> {
  const { config } = visit
  const place = parsePlace(config.url)
  const pool = openHttpPool({ origin: place.origin, connections: 8, tls: readTls(config.tls ?? {}) })
  try {
    return await ask(visit, place, pool)
  } finally {
    await pool.close()
  }
}

async function ask(visit: PrometheusVisit, place: Place, inner: HttpPool): Promise<PrometheusFacts> {
  const { config, deadline, settings } = visit
  const credentials = await readCredentials(config, place)
  const { pool, lastDate } = watchDates(inner)
  const timeout = config.timeout ?? seconds(5)
  const askerAt = (path: string, until: AbortSignal): Asker => {
    const traits = { isGetOnly: false }
    return createAsker(createApi({ pool, place: { ...place, path }, credentials, traits, timeout, deadline: until }))
  }
  const asker = askerAt(place.path, deadline)
  const clock = await within(timeout * 1000, deadline, (signal) =>
    readClock(askerAt(place.path, signal), visit.now, lastDate),
  )
  const facts = {
    url: place.origin + place.path,
    sends: {
      tenant: Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === 'x-scope-orgid'),
      credentials: credentials.headers['authorization'] !== undefined,
    },
    clock,
  }
  if (clock.status === 'failed') {
    const found = await within(timeout * 1000, deadline, (signal) =>
      findApi(clock, place, (path) => askerAt(path, signal)),
    )
    return { ...facts, ...nothing(clock), ...(found !== undefined && { foundAt: found }) }
  }
  const [stored, readings] = await Promise.all([askStore(asker, settings), readSignals(visit)])
  return { ...facts, ...stored, ...readings }
}

/** The clock of whoever answered last, beside the answer. */
function watchDates(inner: HttpPool): { readonly pool: HttpPool; readonly lastDate: () => string | undefined } {
  let last: string | undefined
  const request: HttpPool['request'] = async (asked) => {
    const answer = await inner.request(asked)
    last = answer.date
    return answer
  }
  return { pool: { request, close: inner.close }, lastDate: () => last }
}

async function readClock(asker: Asker, now: () => number, lastDate: () => string | undefined): Promise<Outcome<Clock>> {
  const before = now()
  const answer = await asker.scalar('time()')
  if (answer.status === 'failed') return answer
  const date = Date.parse(lastDate() ?? '')
  return {
    status: 'ok',
    value: {
      evaluated: unixSeconds(answer.value),
      here: unixSeconds((before + now()) / 2000),
      ...(Number.isFinite(date) && { date: unixSeconds(date / 1000) }),
    },
  }
}

/** Looks for the API where others have it; not where the server is not to be reached, or refuses who asks. */
async function findApi(
  { reason }: Failure,
  { origin, path }: Place,
  askerAt: (path: string) => Asker,
): Promise<string | undefined> {
  if (reason !== 'http_404' && reason !== 'http_405' && reason !== 'bad_answer' && !reason.startsWith('http_3')) {
    return undefined
  }
  const paths = new Set(PREFIXES.flatMap((prefix) => [path + prefix, prefix]))
  paths.delete(path)
  const tried = await Promise.all([...paths].map(async (one) => ({ one, answer: await askerAt(one).scalar('time()') })))
  const found = tried.find(({ answer }) => answer.status === 'ok' || /no org id/i.test(answer.detail ?? ''))
  return found === undefined ? undefined : origin + found.one
}

/** Reads every signal as a triage does. */
async function readSignals({
  config,
  settings,
  deadline,
}: PrometheusVisit): Promise<Pick<PrometheusFacts, 'readings' | 'notes'>> {
  const source = createPrometheusSource(config)
  try {
    const window = windowEnding(settings.now, settings.window)
    const baselines = baselinesOf(window, window.start)
    const { readings, report } = await source.gather({
      scope: { cluster: 'doctor' },
      window,
      baselines,
      signals: SIGNALS,
      deadline,
    })
    return { readings, notes: report.notes }
  } finally {
    await source.close()
  }
}

function nothing(failure: Failure): Omit<PrometheusFacts, 'url' | 'sends' | 'clock' | 'foundAt'> {
  return {
    targets: failure,
    names: failure,
    selected: failure,
    places: failure,
    up: failure,
    series: failure,
    ages: failure,
    resets: failure,
    startsBack: failure,
    dropped: failure,
    gap: failure,
    baselines: { hour_before: failure, yesterday: failure, week_ago: failure },
    readings: SIGNALS.map(({ id }) => ({
      status: 'absent',
      signal: id,
      reason: failure.reason,
      ...(failure.detail !== undefined && { detail: failure.detail }),
    })),
    notes: [],
  }
}
