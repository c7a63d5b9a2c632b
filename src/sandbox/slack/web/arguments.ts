import { parseJson } from '../json.ts'
import type { JsonObject } from '../json.ts'

/** The arguments of a call, as sent: all strings in a form, anything in JSON. */
export type Args = JsonObject

/** A string argument; empty counts as absent, and so does a number: a timestamp sent as one has lost its end. */
export function textArg(args: Args, key: string): string | undefined {
  const value = args[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function flagArg(args: Args, key: string): boolean {
  const value = args[key]
  return value === true || value === 'true' || value === '1' || value === 1
}

export function numberArg(args: Args, key: string): number | undefined {
  const value = args[key]
  const parsed = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
  return Number.isFinite(parsed) ? parsed : undefined
}

/** A structured argument: the value itself in a JSON body, JSON text in a form. */
type JsonArg =
  | { readonly status: 'absent' }
  | { readonly status: 'broken' }
  | { readonly status: 'read'; readonly value: unknown }

export function jsonArg(args: Args, key: string): JsonArg {
  const value = args[key]
  if (value === undefined || value === null || value === '') return { status: 'absent' }
  if (typeof value !== 'string') return { status: 'read', value }
  const parsed = parseJson(value)
  return parsed ? { status: 'read', value: parsed.value } : { status: 'broken' }
}
