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

/** The first of these keys' values that is a text; of a list its first, since Caddy's headers are lists. */
export function textAt(record: JsonRecord, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = valueAt(record, [key])
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'number') return String(first)
    if (typeof first === 'string') return first
  }
  return undefined
}

/** The first of these keys' values that is a number, also one in quotes. */
export function numberAt(record: JsonRecord, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = valueAt(record, [key])
    if (typeof value === 'number') return value
    if (typeof value === 'string' && /^-?\d{1,16}(?:\.\d{1,9})?$/u.test(value)) return Number(value)
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
