import { isRecord } from './is-record.ts'
import { shorten } from './shorten.ts'
import type { Answered } from './outcome.ts'

/** An answer of the API as far as all its calls share it. */
export interface Envelope {
  readonly data: unknown
  readonly warnings: readonly string[]
  readonly infos: readonly string[]
  /** VictoriaMetrics' cluster says so when a storage node did not answer. */
  readonly isPartial: boolean
}

interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** Takes out what must not be shown. */
export type Clean = (text: string) => string

/**
 * What the API answered, or why it did not: by HTTP status, and a line from the body when that is fit to be read.
 *
 * @param clean of all that is shown, before it is cut: a secret that is cut in two is found by nobody
 */
export function readEnvelope({ status, contentType, text }: RawAnswer, clean: Clean = asItIs): Answered<Envelope> {
  const body = parseJson(text)
  if (status >= 300 && status < 400) {
    return failed(status, `answered a redirect (${status}); whyslow does not follow it: set the final url`)
  }
  if (status < 200 || status >= 300) return failed(status, errorText(body, clean) ?? plainText(text, clean))
  if (!isRecord(body)) {
    return {
      status: 'failed',
      reason: 'bad_answer',
      detail: `answered ${kindOf(contentType)}, not JSON: ${plainText(text, clean)}`,
    }
  }
  if (body['status'] !== 'success') {
    const detail = errorText(body, clean) ?? 'answered JSON that is not of the Prometheus API'
    return { status: 'failed', reason: 'bad_answer', detail }
  }
  return {
    status: 'ok',
    value: {
      data: body['data'],
      warnings: stringsOf(body['warnings'], clean),
      infos: stringsOf(body['infos'], clean),
      isPartial: body['isPartial'] === true,
    },
  }
}

function asItIs(text: string): string {
  return text
}

function failed(status: number, detail: string): Answered<Envelope> {
  return { status: 'failed', reason: `http_${status}`, detail: detail === '' ? `HTTP ${status}` : detail }
}

/** `errorType: error` of the API, or `message` of Grafana's proxy. */
function errorText(body: unknown, clean: Clean): string | undefined {
  if (!isRecord(body)) return undefined
  const { errorType, error, message } = body
  const parts = [errorType, error ?? message].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : shorten(clean(parts.join(': ')))
}

/** A page's title or its first words, without the markup. */
function plainText(text: string, clean: Clean): string {
  const start = clean(text.slice(0, 65_536)).slice(0, 4_096)
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]
  return shorten(title ?? start.replaceAll(/<(script|style)[\s\S]*?(?:<\/\1>|$)/gi, ' ').replaceAll(/<[^>]*>?/g, ' '))
}

function kindOf(contentType: string): string {
  return shorten(contentType.split(';', 1)[0] ?? '') || 'something'
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function stringsOf(value: unknown, clean: Clean): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((one) => typeof one === 'string').map((one) => shorten(clean(one)))
}
