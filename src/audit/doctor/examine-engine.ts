import { seconds } from '../../domain/time.ts'
import { createExpositionReader } from '../../exposition/reader.ts'
import { nameOf } from '../../exposition/parse-series.ts'
import { parsePlace, readCredentials, readTls } from '../../lib/http-connection.ts'
import { type EngineCall, UNHEARD, askEngine } from '../../evidence/sources/engine/ask-engine.ts'
import type { EngineTarget } from '../../evidence/sources/engine/config.ts'
import { probeEngine, tryTcp } from '../../evidence/sources/engine/probe-engine.ts'
import { isRecord } from '../../lib/is-record.ts'
import { systemClock } from '../../lib/clock.ts'
import { HttpError, openHttpPool } from '../../lib/http-pool.ts'
import type { EngineAnswer, EngineFacts } from './facts.ts'

/** An engine to be asked itself, and how to be let in. */
export type Examinee = Omit<EngineTarget, 'instance' | 'timeout'>

const LIMIT = seconds(5)
const PROBE = seconds(3)

/**
 * Asks an engine for its metrics, and where it does not serve them looks at the places they usually are.
 *
 * @throws ConnectionConfigError when a file of credentials cannot be read
 */
export async function examineEngine(target: Examinee, deadline: AbortSignal): Promise<EngineFacts> {
  const place = parsePlace(target.url, 'engines')
  const credentials = await readCredentials(target, place, 'engines')
  const pool = openHttpPool({ origin: place.origin, connections: 2, tls: readTls(target.tls ?? {}, 'engines') })
  try {
    return await look({ place, pool, credentials, signal: deadline })
  } finally {
    await pool.close()
  }
}

type Visit = Pick<EngineCall, 'pool' | 'place' | 'credentials' | 'signal'>

async function look(visit: Visit): Promise<EngineFacts> {
  const { origin, path } = visit.place
  const base = path.replace(/\/metrics$/, '')
  const own = callAt(visit, base)
  const at = { url: `${origin}${base}/metrics`, address: new URL(origin).host }
  const answer = await page(own, '/metrics')
  if (answer.kind === 'metrics') return { ...at, answer, ...(await versionOf(own)) }
  if (answer.kind === 'none' || (answer.kind === 'refused' && answer.status >= 500)) {
    const probe = await probeEngine({ ...own, limit: PROBE }, { tryConnect: tryTcp, why: '' })
    return { ...at, answer, probe }
  }
  // Of old vLLM redirects /metrics to /metrics/, which Prometheus follows: nothing is wrong with that.
  const behind = isRedirect(answer) ? await page(own, '/metrics/') : answer
  if (behind.kind === 'metrics') return { ...at, answer: behind, ...(await versionOf(own)) }
  for (const other of base === '' ? ['/metrics/'] : ['/metrics', '/metrics/']) {
    if ((await page(callAt(visit, ''), other)).kind === 'metrics') return { ...at, answer, foundAt: origin + other }
  }
  return { ...at, answer }
}

function callAt(visit: Visit, path: string): EngineCall {
  return { ...visit, place: { ...visit.place, path }, clock: systemClock, limit: LIMIT }
}

function isRedirect(answer: EngineAnswer): boolean {
  return answer.kind === 'refused' && answer.status >= 300 && answer.status < 400
}

async function page(call: EngineCall, path: string): Promise<EngineAnswer> {
  const answer = await askEngine(path, call)
  if (answer === UNHEARD) return { kind: 'none', reason: 'timeout', detail: 'whyslow was too busy to hear the answer' }
  if (answer instanceof HttpError) {
    const reasons = {
      aborted: 'timeout',
      unfinished: 'timeout',
      unreachable: 'unreachable',
      too_large: 'bad_answer',
    } as const
    return { kind: 'none', reason: reasons[answer.code], detail: answer.message }
  }
  return answer.status === 200 ? readPage(answer.text) : { kind: 'refused', status: answer.status }
}

/** What a body holds. */
export function readPage(text: string): EngineAnswer {
  const names = new Set<string>()
  const reader = createExpositionReader(({ series }) => {
    const name = nameOf(series)
    if (name !== undefined) names.add(name)
  })
  reader.write(text.endsWith('\n') ? text : `${text}\n`)
  const { kind } = reader.end()
  if (kind !== 'exposition') return { kind }
  const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name]) => name ?? [])
  return { kind: 'metrics', names, declared: new Set(declared) }
}

/** vLLM says its version beside its metrics; other servers have no such page, or it is shut. */
async function versionOf(call: EngineCall): Promise<Pick<EngineFacts, 'version'>> {
  const answer = await askEngine('/version', call)
  if (answer === UNHEARD || answer instanceof HttpError || answer.status !== 200) return {}
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
