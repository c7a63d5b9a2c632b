import { isRecord } from '../../lib/is-record.ts'
import type { AccessLine, LineClock } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { unitSeconds } from './duration.ts'
import { type Instant, instantOf } from './instant.ts'
import { FIELD_OF, type Field, PREFIXES } from './key-names.ts'
import { type JsonRecord, numberIn, textIn } from './record.ts'
import { type Request, pathOf, requestOf } from './request-line.ts'

/** A record's values by field, each at its name's place, so that there are holes. */
type Values = ReadonlyMap<Field, readonly unknown[]>

/** What a record of unknown make says in well-known words; undefined where it is no request's. */
export function knownKeys(record: JsonRecord, clock: LineClock): AccessLine | undefined {
  const values = new Map<Field, unknown[]>()
  collect(values, record, '')
  const request = requestIn(values)
  const status = numberOf(values, 'status')
  if (request === undefined || status === undefined) return undefined
  return accessLine({
    ...timeIn(values.get('time') ?? [], clock),
    ...request,
    status,
    peer: withoutPort(textOf(values, 'peer') ?? ''),
    forwardedFor: textOf(values, 'forwardedFor'),
    userAgent: textOf(values, 'userAgent'),
    consumer: textOf(values, 'consumer'),
    consumerIs: 'consumer',
    duration: durationIn(values),
    requestBytes: numberOf(values, 'requestBytes'),
    promptTokens: numberOf(values, 'promptTokens'),
    outputTokens: numberOf(values, 'outputTokens'),
    model: textOf(values, 'model'),
    upstreams: upstreamsOf(textOf(values, 'upstreams') ?? ''),
    requestId: textOf(values, 'requestId'),
  })
}

function collect(values: Map<Field, unknown[]>, record: JsonRecord, prefix: string): void {
  for (const key of Object.keys(record)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const value = record[key]
    const known = FIELD_OF.get(name)
    if (known !== undefined) {
      const list = values.get(known.field) ?? []
      list[known.place] = value
      values.set(known.field, list)
    }
    if (PREFIXES.has(name) && isRecord(value)) collect(values, value, name)
  }
}

function textOf(values: Values, field: Field): string | undefined {
  return first(values.get(field), textIn)
}

function numberOf(values: Values, field: Field): number | undefined {
  return first(values.get(field), numberIn)
}

function first<T>(list: readonly unknown[] | undefined, read: (value: unknown) => T | undefined): T | undefined {
  for (const value of list ?? []) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** A method and a path, or a request line; both empty are a connection that sent no request. */
function requestIn(values: Values): Request | undefined {
  const line = textOf(values, 'request')
  if (line?.includes(' ') === true) return requestOf(line)
  const path = textOf(values, 'path')
  if (path === undefined) return values.get('method')?.includes('') === true ? {} : undefined
  const method = textOf(values, 'method')
  return { path: pathOf(path), ...(method !== undefined && { method: method.toUpperCase() }) }
}

/** The first time with a zone, else the first at all. */
function timeIn(list: readonly unknown[], clock: LineClock): Instant {
  let guessed: Instant = {}
  for (const value of list) {
    const found = instantOf(value, clock)
    if (found.at !== undefined && found.isZoneGuessed === undefined) return found
    if (guessed.at === undefined) guessed = found
  }
  return guessed
}

function durationIn(values: Values): number | undefined {
  const milliseconds = numberOf(values, 'milliseconds')
  const nanoseconds = numberOf(values, 'nanoseconds')
  const seconds = numberOf(values, 'seconds') ?? (milliseconds === undefined ? undefined : milliseconds / 1e3)
  return (
    seconds ?? first(values.get('withUnit'), unitSeconds) ?? (nanoseconds === undefined ? undefined : nanoseconds / 1e9)
  )
}
