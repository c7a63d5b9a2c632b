import { connect } from 'node:net'
import { HttpError } from '../../../lib/http-pool.ts'
import { type EngineCall, askEngine } from './ask-engine.ts'
import type { Finding } from './finding.ts'

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

/**
 * Asks an engine whose metrics told nothing for what else it has, at once: `/health`, which fails when its engine core is
 * dead, and the models it serves. A refused login is an answer: with `--api-key` only those with the key see models.
 */
export async function probeEngine(call: EngineCall, { tryConnect, why }: ProbeDeps): Promise<Finding> {
  const [health, models] = await Promise.all([heard('/health', call), heard('/v1/models', call)])
  if (health.kind === 'refused' && models.kind === 'refused') return { kind: 'dead' }
  if (!isAnswer(health) && !isAnswer(models)) return unanswered(health, { call, tryConnect })
  const failing = [health, models].find((one) => one.kind !== 'fine')
  return failing === undefined ? { kind: 'scrape_broken', why } : { kind: 'not_serving', why: failing.why }
}

interface Heard {
  readonly kind: 'fine' | 'failing' | 'refused' | 'silent' | 'broken'
  readonly why: string
}

async function heard(path: string, call: EngineCall): Promise<Heard> {
  const answer = await askEngine(path, call)
  if (answer instanceof HttpError) {
    if (answer.code === 'too_large') return { kind: 'fine', why: '' }
    if (answer.code === 'aborted') return { kind: 'silent', why: `${path}: ${answer.message}` }
    return { kind: isRefused(answer) ? 'refused' : 'broken', why: `${path}: ${answer.message}` }
  }
  return { kind: answer.status >= 500 ? 'failing' : 'fine', why: `${path} answers ${answer.status}` }
}

function isAnswer({ kind }: Heard): boolean {
  return kind === 'fine' || kind === 'failing'
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
  const overdue = new AbortController()
  const cancel = call.clock.after(call.limit, () => overdue.abort())
  const isOpen = await tryConnect(target, AbortSignal.any([call.signal, overdue.signal]))
  cancel()
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
