import { isRecord } from '../../lib/is-record.ts'

/** A JSON object of outside, whose values may be anything. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** The object on a line; undefined where it is none or is cut. */
export function parseRecord(line: string): JsonRecord | undefined {
  const value = parseJson(line) ?? parseJson(withoutHexEscapes(line))
  return isRecord(value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** nginx without `escape=json` writes `\x22`, which is no JSON. */
function withoutHexEscapes(text: string): string {
  return text.includes('\\x') ? text.replaceAll(/\\x([\dA-Fa-f]{2})/gu, String.raw`\u00$1`) : ''
}

/** The first of these keys that has a value; `a.b` is a key of that name or `b` inside `a`. */
export function valueAt(record: JsonRecord, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = Object.hasOwn(record, key) ? record[key] : inside(record, key)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

function inside(record: JsonRecord, key: string): unknown {
  const dot = key.indexOf('.')
  if (dot < 0) return undefined
  const outer = record[key.slice(0, dot)]
  return isRecord(outer) ? valueAt(outer, [key.slice(dot + 1)]) : undefined
}

/** A text that is not empty; of a list its first, since Caddy's headers are lists. */
export function textIn(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'number') return String(first)
  return typeof first === 'string' && first !== '' ? first : undefined
}

/** A number, also one in quotes. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d{1,16}(?:\.\d{1,9})?$/u.test(value) ? Number(value) : undefined
}

/** The first of these keys' values that is a text. */
export function textAt(record: JsonRecord, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textIn(valueAt(record, [key]))
    if (text !== undefined) return text
  }
  return undefined
}

/** The first of these keys' values that is a number. */
export function numberAt(record: JsonRecord, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = numberIn(valueAt(record, [key]))
    if (number !== undefined) return number
  }
  return undefined
}

/** A number of milliseconds, as seconds. */
export function millisecondsAt(record: JsonRecord, ...keys: readonly string[]): number | undefined {
  const value = numberAt(record, ...keys)
  return value === undefined ? undefined : value / 1000
}

export function recordAt(record: JsonRecord, ...keys: readonly string[]): JsonRecord | undefined {
  const value = valueAt(record, keys)
  return isRecord(value) ? value : undefined
}
