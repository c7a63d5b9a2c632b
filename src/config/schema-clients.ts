import { z } from 'zod'
import { CLIENT_IDENTITIES } from '../domain/clients.ts'
import { parseNetwork } from '../lib/ip.ts'
import { isStreamSelector } from './log-selector.ts'
import { server, text } from './server-schema.ts'
import { isSelector } from './selector.ts'
import { isTimezone } from './timezone.ts'

const selector = text.max(2000, 'write a shorter one')

/** A field's name, or a list of the steps to it where a step has a dot. */
const field = z.union([text, z.array(text).min(1, 'write at least one step')])

/** What the parts of a line are called, where a store has lines that no preset knows. */
const fields = z.strictObject({
  client: field,
  identity: z.enum(CLIENT_IDENTITIES, `write one of ${CLIENT_IDENTITIES.join(', ')}`),
  method: field.optional(),
  path: field.optional(),
  status: field.optional(),
  prompt_tokens: field.optional(),
  output_tokens: field.optional(),
  request_bytes: field.optional(),
  seconds: field.optional(),
  upstream: field.optional(),
  user_agent: field.optional(),
})

const STORES = ['file', 'kubernetes', 'loki', 'victorialogs', 'elasticsearch'] as const
const OF_STORE = {
  file: ['format', 'timezone'],
  kubernetes: ['format'],
  loki: ['query', 'lines', 'fields'],
  victorialogs: ['query', 'lines', 'fields'],
  elasticsearch: ['query', 'lines', 'fields', 'index', 'time_field', 'api_key_file', 'api_key_env'],
} as const satisfies Record<(typeof STORES)[number], readonly string[]>

/** Pods whose log is an access log; of the cluster that whyslow runs in, unless its API is named. */
const pods = z.strictObject({
  namespace: text,
  selector: text,
  container: text.optional(),
  api: server.optional(),
})

const entry = z.strictObject({
  file: text.optional(),
  format: text.optional(),
  timezone: text.refine(isTimezone, 'is no time zone; write one such as Europe/Berlin or UTC').optional(),
  kubernetes: pods.optional(),
  loki: server.optional(),
  victorialogs: server.optional(),
  elasticsearch: server.optional(),
  query: selector.optional(),
  lines: text.optional(),
  fields: fields.optional(),
  index: text.optional(),
  time_field: text.optional(),
  api_key_file: text.optional(),
  api_key_env: text.optional(),
})

/** A path, or one with its format and zone; or a store of logs with which lines of it are the access log, and what they look like. */
export const accessLog = z.preprocess(
  (written) => (typeof written === 'string' ? { file: written } : written),
  entry.superRefine((written, context) => {
    const refuse = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message })
    const [store, other] = STORES.filter((key) => written[key] !== undefined)
    if (store === undefined) return refuse('file', `is missing; write it, or ${STORES.slice(1).join(', ')}`)
    if (other !== undefined) return refuse(other, `stands beside ${store}; write them as two entries`)
    const own: readonly string[] = OF_STORE[store]
    for (const [key, value] of Object.entries(written)) {
      const isOwn = key === store || own.includes(key)
      if (value !== undefined && !isOwn) refuse(key, `is of no use with ${store}; take it out`)
    }
    if (store === 'file' || store === 'kubernetes') return
    if ((written.lines === undefined) === (written.fields === undefined)) {
      refuse('lines', 'is missing; write what the lines are, such as ingress-nginx, or fields: instead')
    }
    if (store === 'elasticsearch' && written.index === undefined) refuse('index', 'is missing; write it like nginx-*')
    const { query } = written
    if (store !== 'elasticsearch' && query === undefined) refuse('query', 'is missing; write it like {app="gateway"}')
    if (query !== undefined && !isStreamSelector(query) && !isSelector(query)) {
      refuse('query', 'write matchers such as {app="gateway"} and nothing after them; whyslow adds the rest itself')
    }
  }),
)

const network = text.refine(
  (written) => parseNetwork(written) !== undefined,
  'is no address and no range; write it like 10.0.0.0/8',
)

/** The names of labels that Prometheus knew before it took all of UTF-8: gateways write no others. */
const label = text.regex(/^[A-Za-z_]\w{0,99}$/u, 'is no label; write one such as x_team')

const NAMED_BY = ['cidr', 'key', 'pattern'] as const

/** Who is found under a range of addresses, under a name of the source, or under names that a pattern fits. */
const name = z
  .strictObject({
    name: text.max(100, 'write a shorter one'),
    cidr: network.optional(),
    key: text.optional(),
    pattern: pattern('^team-a-').optional(),
  })
  .superRefine((written, context) => {
    const by = NAMED_BY.filter((key) => written[key] !== undefined)
    if (by.length !== 1) context.addIssue('needs one of cidr, key and pattern; write by what the client is known')
  })

function pattern(example: string) {
  return text
    .max(200, 'write a shorter one')
    .refine(isPattern, `is no regular expression; write one such as ${example}`)
}

function isPattern(written: string): boolean {
  try {
    return new RegExp(written, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Who may say whose a request is, what clients are called, what of their names is not for everybody, and where series name them. */
export const clients = z.strictObject({
  trusted_proxies: z.array(network).default([]),
  names: z.array(name).default([]),
  mask: z.array(z.enum(['addresses', 'emails'])).default([]),
  destinations: pattern('.*vllm.*').optional(),
  labels: z.array(label).default([]),
})

export type AccessLogFile = z.infer<typeof accessLog>
export type ClientsFile = z.infer<typeof clients>
