import type { HttpAnswer, HttpRequest, openHttpPool } from '../../../../src/lib/http-pool.ts'
import { HttpError } from '../../../../src/lib/http-pool.ts'

/** How a fake engine answers one path: with a status and a body, by failing, with a body that has no end, or never. */
export type Said =
  | { readonly status: number; readonly text: string }
  | { readonly code: string }
  | { readonly isTooLarge: true }
  | 'nothing'

export interface FakeEngine {
  /** What it says to a path; can be changed while it runs. */
  answer: (path: string) => Said
  readonly asked: string[]
  readonly headers: Readonly<Record<string, string>>[]
  isClosed: boolean
}

export interface FakeEngines {
  readonly openPool: typeof openHttpPool
  readonly of: (origin: string) => FakeEngine
}

export const page = (text: string): Said => ({ status: 200, text })
export const refused: Said = { code: 'ECONNREFUSED' }

/** An answer for each path; others are not found. */
export function byPath(answers: Readonly<Record<string, Said>>): FakeEngine['answer'] {
  return (path) => answers[path] ?? { status: 404, text: '' }
}

/** Engines by their origin, without a network. One that says nothing waits until it is given up. */
export function createFakeEngines(answers: Readonly<Record<string, FakeEngine['answer']>>): FakeEngines {
  const engines = new Map<string, FakeEngine>(
    Object.entries(answers).map(([origin, answer]) => [origin, { answer, asked: [], headers: [], isClosed: false }]),
  )
  function of(origin: string): FakeEngine {
    const engine = engines.get(origin)
    if (engine === undefined) throw new Error(`no engine at ${origin}`)
    return engine
  }
  function openPool({ origin }: { readonly origin: string }): ReturnType<typeof openHttpPool> {
    const engine = of(origin)
    return {
      request: ({ path, headers, signal, maxBytes }) => {
        engine.asked.push(path)
        engine.headers.push(headers)
        return answered(engine.answer(path), { signal, maxBytes })
      },
      close: () => {
        engine.isClosed = true
        return Promise.resolve()
      },
    }
  }
  return { openPool, of }
}

function answered(said: Said, { signal, maxBytes }: Pick<HttpRequest, 'signal' | 'maxBytes'>): Promise<HttpAnswer> {
  const isTooLarge = said !== 'nothing' && ('isTooLarge' in said || ('text' in said && said.text.length > maxBytes))
  if (isTooLarge) return Promise.reject(new HttpError('too_large', `the answer is larger than ${maxBytes} bytes`))
  if (said !== 'nothing' && 'code' in said) {
    return Promise.reject(new HttpError('unreachable', `the connection failed (${said.code})`))
  }
  if (said !== 'nothing' && 'status' in said) return Promise.resolve({ ...said, contentType: 'text/plain' })
  return new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(new HttpError('aborted', 'no answer in time'))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
  })
}
