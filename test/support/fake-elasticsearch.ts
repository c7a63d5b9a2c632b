import type { FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'

export type Document = Readonly<Record<string, string | number>>

export interface FakeElasticsearchOptions {
  readonly documents: readonly Document[]
  /** Each field's type; `text` has its whole beside it under `.keyword`. */
  readonly types: Readonly<Record<string, string>>
  readonly index?: string
  /** Nobody may ask for the fields' types. */
  readonly hidesTypes?: boolean
  /** What is put into each answer of a search. */
  readonly more?: Readonly<Record<string, unknown>>
  /** `search.max_buckets`. */
  readonly mostBuckets?: number
  /** Each terms aggregation is said to be wrong by this. */
  readonly error?: number
}

type Json = Readonly<Record<string, unknown>>

/** Searches made-up documents as Elasticsearch does, as far as whyslow's questions go; what else is asked is an error. */
export function fakeElasticsearch(options: FakeElasticsearchOptions): (request: FakeRequest) => FakeReply {
  const { types, index = 'logs-nginx', hidesTypes = false } = options
  return ({ method, path, form, body }) => {
    const [, asked = '', action] = path.split('/')
    const isFound = decodeURIComponent(asked)
      .split(',')
      .some((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(index))
    if (action === '_field_caps' && method === 'GET') {
      if (hidesTypes) return error(403, 'security_exception', 'action [indices:data/read/field_caps] is unauthorized')
      const names = (form.get('fields') ?? '').split(',')
      const fields = isFound ? names.flatMap((name) => typeOf(types, name)) : []
      return reply(200, { indices: isFound ? [index] : [], fields: Object.fromEntries(fields) })
    }
    if (action !== '_search' || method !== 'POST') {
      return error(405, 'method', `Incorrect HTTP method for uri [${path}]`)
    }
    if (!isFound && !asked.includes('*')) return error(404, 'index_not_found_exception', `no such index [${asked}]`)
    try {
      return reply(200, search(objectOf(JSON.parse(body)), isFound, options))
    } catch (problem) {
      if (problem instanceof TooManyBuckets) return tooManyBuckets(options.mostBuckets ?? 0)
      return error(400, 'illegal_argument_exception', problem instanceof Error ? problem.message : 'bad')
    }
  }
}

function search(body: Json, isFound: boolean, options: FakeElasticsearchOptions): Json {
  const { documents, more = {} } = options
  const found = isFound ? documents.filter((document) => matches(objectOf(body['query']), document, options)) : []
  return {
    took: 3,
    timed_out: false,
    _shards: { total: isFound ? 2 : 0, successful: isFound ? 2 : 0, skipped: 0, failed: 0 },
    hits: { total: { value: found.length, relation: 'eq' }, max_score: null, hits: [] },
    ...(isFound && { aggregations: aggregate(objectOf(body['aggs']), found, options) }),
    ...more,
  }
}

function matches(query: Json, document: Document, options: FakeElasticsearchOptions): boolean {
  const [kind, inner] = only(query)
  if (kind === 'bool') {
    const all = (name: string): readonly Json[] => listOf(inner[name])
    const isAny = all('should').length === 0 || all('should').some((own) => matches(own, document, options))
    return (
      all('filter').every((own) => matches(own, document, options)) &&
      !all('must_not').some((own) => matches(own, document, options)) &&
      isAny
    )
  }
  const [field, value] = Object.entries(inner)[0] ?? ['', undefined]
  const own = valueOf(field, document, options)
  if (kind === 'range') {
    const { gte, lt, lte } = objectOf(value)
    const at = (edge: unknown): number => (typeof edge === 'string' ? Date.parse(edge) : Number(edge))
    const number = typeof own === 'string' ? Date.parse(own) : Number(own)
    return (
      own !== undefined &&
      number >= at(gte) &&
      (lt === undefined || number < at(lt)) &&
      (lte === undefined || number <= at(lte))
    )
  }
  // A text is kept in words, each in small letters.
  const words = options.types[field] === 'text' ? String(own).toLowerCase().split(/\W+/) : [own]
  if (kind === 'term') return words.some((word) => word === value || String(word) === value)
  if (kind === 'terms' && Array.isArray(value)) return words.some((word) => value.includes(word))
  if (kind === 'regexp') return words.some((word) => new RegExp(`^(?:${String(value)})$`, 's').test(String(word)))
  throw new Error(`unknown query [${kind}]`)
}

function aggregate(asked: Json, documents: readonly Document[], options: FakeElasticsearchOptions): Json {
  return Object.fromEntries(
    Object.entries(asked).map(([name, own]) => [name, aggregateOne(objectOf(own), documents, options)]),
  )
}

function aggregateOne(asked: Json, documents: readonly Document[], options: FakeElasticsearchOptions): Json {
  const { aggs, ...rest } = asked
  const [kind, inner] = only(rest)
  const field = String(inner['field'])
  const inside = (own: readonly Document[]): Json => (aggs === undefined ? {} : aggregate(objectOf(aggs), own, options))
  if (kind === 'filter') {
    const own = documents.filter((document) => matches(inner, document, options))
    return { doc_count: own.length, ...inside(own) }
  }
  if (options.types[field] === 'text') {
    throw new Error(
      `Fielddata is disabled on [${field}] in [logs-nginx]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting`,
    )
  }
  if (kind === 'sum') {
    return { value: documents.reduce((sum, document) => sum + Number(valueOf(field, document, options) ?? 0), 0) }
  }
  if (kind === 'cardinality') {
    const values = documents.map((document) => valueOf(field, document, options))
    return { value: new Set(values.filter((value) => value !== undefined)).size }
  }
  const having = documents.filter((document) => valueOf(field, document, options) !== undefined)
  if (kind === 'missing') {
    const own = documents.filter((document) => !having.includes(document))
    return { doc_count: own.length, ...inside(own) }
  }
  if (kind === 'date_histogram') {
    const offset = Number(/^\+(\d+)s$/.exec(String(inner['offset']))?.[1]) * 1000
    const keyOf = (document: Document): number =>
      Math.floor((Date.parse(String(valueOf(field, document, options))) - offset) / 60_000) * 60_000 + offset
    return { buckets: bucketsOf(having, keyOf).map(([key, own]) => ({ key, doc_count: own.length })) }
  }
  if (kind !== 'terms') throw new Error(`unknown aggregation [${kind}]`)
  const buckets = bucketsOf(having, (document) => valueOf(field, document, options) ?? '')
  const shown = buckets.toSorted(([, one], [, other]) => other.length - one.length).slice(0, Number(inner['size']))
  if (shown.length > (options.mostBuckets ?? Infinity)) throw new TooManyBuckets()
  const told = shown.reduce((sum, [, own]) => sum + own.length, 0)
  return {
    doc_count_error_upper_bound: options.error ?? 0,
    sum_other_doc_count: having.length - told,
    buckets: shown.map(([key, own]) => ({ key, doc_count: own.length, ...inside(own) })),
  }
}

function bucketsOf<Key>(
  documents: readonly Document[],
  keyOf: (document: Document) => Key,
): readonly (readonly [Key, readonly Document[]])[] {
  const buckets = new Map<Key, Document[]>()
  for (const document of documents) {
    const own = buckets.get(keyOf(document))
    if (own === undefined) buckets.set(keyOf(document), [document])
    else own.push(document)
  }
  return [...buckets]
}

function valueOf(field: string, document: Document, { types }: FakeElasticsearchOptions): string | number | undefined {
  const whole = field.endsWith('.keyword') ? field.slice(0, -'.keyword'.length) : field
  return whole === field || types[whole] === 'text' ? document[whole] : undefined
}

function typeOf(types: Readonly<Record<string, string>>, name: string): readonly (readonly [string, Json])[] {
  const whole = name.endsWith('.keyword') ? name.slice(0, -'.keyword'.length) : name
  const ofWhole = types[whole] === 'text' ? 'keyword' : undefined
  const type = whole === name ? types[name] : ofWhole
  if (type === undefined) return []
  return [[name, { [type]: { type, metadata_field: false, searchable: true, aggregatable: type !== 'text' } }]]
}

function only(value: Json): readonly [string, Json] {
  const [name, inner] = Object.entries(value)[0] ?? ['', {}]
  return [name, objectOf(inner)]
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

class TooManyBuckets extends Error {}

/** Where the shards have answered and their answers do not fit together there is no root cause. */
function tooManyBuckets(most: number): FakeReply {
  const reason = `Trying to create too many buckets. Must be less than or equal to: [${most}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`
  return reply(400, {
    error: {
      root_cause: [],
      type: 'search_phase_execution_exception',
      reason: '',
      phase: 'fetch',
      grouped: true,
      failed_shards: [],
      caused_by: { type: 'too_many_buckets_exception', reason, max_buckets: most },
    },
    status: 400,
  })
}

function error(status: number, type: string, reason: string): FakeReply {
  return reply(status, {
    error: { root_cause: [{ type, reason }], type: 'search_phase_execution_exception', reason: 'all shards failed' },
    status,
  })
}

function reply(status: number, body: unknown): FakeReply {
  return { status, body: JSON.stringify(body) }
}
