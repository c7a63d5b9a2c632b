import type { Clean } from '../../lib/api-envelope.ts'
import type { HttpAnswer } from '../../lib/http-pool.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { Answered } from '../../lib/outcome.ts'
import { shorten } from '../../lib/shorten.ts'

/** An answer's object, or why there is none, in the server's own words without secrets. */
export function readJson(
  { status, text }: Pick<HttpAnswer, 'status' | 'text'>,
  clean: Clean,
): Answered<Readonly<Record<string, unknown>>> {
  const body = parse(text)
  if (status < 200 || status >= 300) {
    const detail = clean(reasonOf(body) ?? text).slice(0, 4096)
    return { status: 'failed', reason: `http_${status}`, detail: shorten(detail) || `HTTP ${status}` }
  }
  if (isRecord(body)) return { status: 'ok', value: body }
  return { status: 'failed', reason: 'bad_answer', detail: 'it answered something that is no object of JSON' }
}

/** `error` is an object with its root cause, or a text; Kubernetes says it in `message`. */
function reasonOf(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const { error, message } = body
  if (typeof error === 'string') return error
  if (!isRecord(error)) return typeof message === 'string' ? message : undefined
  const cause: unknown = Array.isArray(error['root_cause']) ? error['root_cause'][0] : undefined
  // Elasticsearch gives no root where it failed after its shards had answered, and says it in what caused it.
  const causedBy = error['caused_by']
  const reasons = [cause, causedBy, error].map((own) => (isRecord(own) ? own['reason'] : undefined))
  return [...reasons, error['type']].find((reason): reason is string => typeof reason === 'string' && reason !== '')
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
