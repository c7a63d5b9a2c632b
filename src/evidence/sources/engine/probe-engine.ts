import { connect } from 'node:net'
import { type HttpAnswer, HttpError } from '../../../lib/http-pool.ts'
import { withinBy } from '../../../lib/within.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { type EngineCall, UNHEARD, askEngine } from './ask-engine.ts'
import { type Finding, TOO_BUSY } from './finding.ts'
import { noticingLateness } from './lateness.ts'

/** Whether a TCP connection comes about. */
export type TryConnect = (
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
) => Promise<boolean>

export interface ProbeDeps {
  readonly tryConnect: TryConnect
  /** Why `/metrics` told nothing. */
  readonly why: string
}

/** vLLM's health is said without a word. */
const HEALTH_BYTES = 256
const MODELS_BYTES = 1024 * 1024

/**
 * Asks an engine whose metrics told nothing for what else it has, at once: `/health`, which fails when its engine core is
 * dead, and the models it serves. A refused login to the models is an answer: with `--api-key` only those with the key
 * see them. What a proxy might as well say of a dead engine, such as 404 or a login page, is no sign of life.
 */
export async function probeEngine(call: EngineCall, { tryConnect, why }: ProbeDeps): Promise<Finding> {
  const [health, models] = await Promise.all([
    heard('/health', { ...call, maxBytes: HEALTH_BYTES }, isHealth),
    heard('/v1/models', { ...call, maxBytes: MODELS_BYTES }, isModels),
  ])
  const both = [health, models]
  if (both.every(({ kind }) => kind === 'refused')) return { kind: 'dead' }
  const unsure = both.find(({ kind }) => kind === 'odd') ?? both.find(({ kind }) => kind === UNHEARD)
  if (unsure !== undefined && health.kind !== 'failing') {
    if (both.some(isAlive)) return { kind: 'scrape_broken', why }
    return unsure.kind === UNHEARD ? TOO_BUSY : { kind: 'unclear', why: unsure.why }
  }
  if (!both.some((one) => isAlive(one) || one.kind === 'failing')) return unanswered(health, { call, tryConnect })
  const failing = both.find((one) => !isAlive(one))
  return failing === undefined ? { kind: 'scrape_broken', why } : { kind: 'not_serving', why: failing.why }
}

interface Heard {
  readonly kind: 'alive' | 'failing' | 'odd' | 'refused' | 'silent' | 'broken' | typeof UNHEARD
  readonly why: string
}

async function heard(path: string, call: EngineCall, isLife: (answer: HttpAnswer) => boolean): Promise<Heard> {
  const answer = await askEngine(path, call)
  if (answer === UNHEARD) return { kind: UNHEARD, why: '' }
  if (answer instanceof HttpError) {
    const kinds = {
      aborted: 'silent',
      // Somebody answers there, though not as vLLM does.
      unfinished: 'odd',
      too_large: 'odd',
      unreachable: isRefused(answer) ? 'refused' : 'broken',
    } as const
    return { kind: kinds[answer.code], why: `${path}: ${answer.message}` }
  }
  if (isLife(answer)) return { kind: 'alive', why: '' }
  const said = `${path} answers ${answer.status}`
  const why = answer.status === 200 ? `${said} with something else than vLLM has there` : said
  return { kind: answer.status >= 500 ? 'failing' : 'odd', why }
}

function isAlive({ kind }: Heard): boolean {
  return kind === 'alive'
}

function isHealth({ status, text }: HttpAnswer): boolean {
  return status === 200 && !text.trimStart().startsWith('<')
}

function isModels({ status, text }: HttpAnswer): boolean {
  return status === 401 || (status === 200 && isModelList(text))
}

/** OpenAI's shape of a list. */
function isModelList(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) && Array.isArray(body['data'])
  } catch {
    return false
  }
}

function isRefused({ message }: HttpError): boolean {
  return message.includes('ECONNREFUSED')
}

/** Tells a process that hangs from a port that nobody reaches: the kernel accepts for the one, not for the other. */
async function unanswered(
  { kind, why }: Heard,
  { call, tryConnect }: Pick<ProbeDeps, 'tryConnect'> & { readonly call: EngineCall },
): Promise<Finding> {
  if (kind !== 'silent') return { kind: 'unreachable', why }
  const { hostname, port, protocol } = new URL(call.place.origin)
  const target = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  }
  const { clock, limit, signal } = call
  const { value: isOpen, wasBusy } = await noticingLateness(clock, limit, () =>
    withinBy(clock)(limit * 1000, signal, (inner) => tryConnect(target, inner)),
  )
  if (!isOpen && wasBusy) return TOO_BUSY
  return isOpen ? { kind: 'hung' } : { kind: 'unreachable', why: 'no connection in time' }
}

/** Over the network. */
export function tryTcp(
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target)
    const settle = (isOpen: boolean): void => {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(isOpen)
    }
    const giveUp = (): void => settle(false)
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  })
}
