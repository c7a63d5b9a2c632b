import { z } from 'zod'
import { DEFAULTS } from './defaults.ts'
import { LANGUAGES } from '../domain/language.ts'
import { minutes, seconds } from '../domain/time.ts'
import { parseSize } from './parse-size.ts'
import { isStreamSelector } from './log-selector.ts'
import { accessLog, clients } from './schema-clients.ts'
import { isSelector, withoutBraces } from './selector.ts'
import { isTimezone } from './timezone.ts'
import { spokenAs } from './spoken-as.ts'
import { basicAuth, duration, server, shorten, text } from './server-schema.ts'
import { pageUrl, url } from './url.ts'

const count = z.number().int('write a whole number').min(1, 'write 1 or more')

const size = z.union([z.string(), z.number()]).transform((written, context) => {
  const parsed = parseSize(String(written))
  if (parsed !== undefined && parsed > 0) return parsed
  context.addIssue(`"${shorten(String(written))}" is no size; write it like 2MiB`)
  return z.NEVER
})

const selector = z.string('write matchers such as job=~"vllm.*"').transform((written, context) => {
  const inner = withoutBraces(written)
  if (isSelector(inner)) return inner
  context.addIssue(`"${shorten(written)}" is no selector; write matchers such as job=~"vllm.*"`)
  return z.NEVER
})

/** A URL, or one with how to be let in and what the instance is called. */
const engine = z.preprocess(
  (written) => (typeof written === 'string' ? { url: written } : written),
  server.extend({ instance: text.optional() }),
)

/** vLLM writes its gauges at each step, but a page of a busy fleet costs its API server time. */
const SHORTEST_INTERVAL = seconds(10)
/** Rates over two minutes need two scrapes, also when one fails. */
const LONGEST_INTERVAL = minutes(1)

const scrapeInterval = duration.refine(
  (interval) => interval >= SHORTEST_INTERVAL && interval <= LONGEST_INTERVAL,
  'write a duration from 10s to 1m',
)

const timezone = text.refine(isTimezone, 'is no time zone; write one such as Europe/Berlin or UTC')

const NOTHING_READS = { code: 'custom' } as const

const streamSelector = text
  .max(2000, 'write a shorter one')
  .refine(
    isStreamSelector,
    'write one stream selector such as {app="vllm"} and nothing after it; whyslow adds the filter of lines itself',
  )

const OF_FILES = ['instance', 'timezone'] as const
const OF_LOKI = ['query', 'instance_label'] as const

/** A path, or one with whose log it is and the zone of its clock; or a Loki with which streams of it. */
const log = z.preprocess(
  (written) => (typeof written === 'string' ? { file: written } : written),
  z
    .strictObject({
      file: text.optional(),
      instance: text.optional(),
      timezone: timezone.optional(),
      loki: server.optional(),
      query: streamSelector.optional(),
      instance_label: text.optional(),
    })
    .superRefine((written, context) => {
      const refuse = (key: string, message: string): void =>
        context.addIssue({ ...NOTHING_READS, path: [key], message })
      const { file, loki, query } = written
      if (file !== undefined && loki !== undefined) refuse('loki', 'stands beside file; write them as two entries')
      else if (loki !== undefined) {
        if (query === undefined) refuse('query', 'is missing; write a stream selector such as {app="vllm"}')
        for (const key of OF_FILES) if (written[key] !== undefined) refuse(key, 'is of use with file only; take it out')
      } else {
        const stray = OF_LOKI.filter((key) => written[key] !== undefined)
        for (const key of stray) refuse(key, 'is of use with loki only; take it out')
        if (file === undefined) refuse('file', 'is missing; write it, or loki: { url } with a query')
      }
    }),
)

/** Annotations with one of the tags tell of changes; where `annotate` is set, conclusions are written beside them. */
const grafana = server.extend({
  tags: z.array(text.max(50, 'write a shorter one')).min(1, 'name at least one tag, or leave the key out').optional(),
  annotate: z.boolean('write true or false').optional(),
})

/** One peer, or several that tell each other of silences. */
const alertmanager = z.preprocess(
  (written: unknown) => [written].flat(),
  z.array(server).min(1, 'name at least one, or leave the key out'),
)

/** Pages that people are sent to; what whyslow itself asks may have other addresses. */
const links = z.strictObject({ prometheus: pageUrl.optional(), grafana: pageUrl.optional() })

/** They narrow what Prometheus is asked for. */
const OF_PROMETHEUS = ['selector', 'gpu_selector', 'node_selector', 'gateway_selector', 'instance_label'] as const

const cluster = z
  .strictObject({
    name: text,
    prometheus: server.optional(),
    engines: z.array(engine).min(1, 'name at least one URL of a vLLM, or leave the key out').optional(),
    scrape_interval: scrapeInterval.optional(),
    logs: z.array(log).min(1, 'name at least one file, or leave the key out').optional(),
    access_logs: z.array(accessLog).min(1, 'name at least one file, or leave the key out').optional(),
    grafana: grafana.optional(),
    alertmanager: alertmanager.optional(),
    links: links.optional(),
    selector: selector.optional(),
    gpu_selector: selector.optional(),
    node_selector: selector.optional(),
    gateway_selector: selector.optional(),
    instance_label: text.optional(),
    expected_instances: count.optional(),
    max_num_seqs: count.optional(),
    match: z.record(z.string(), z.string('write a text; put numbers in quotes')).optional(),
  })
  .superRefine((written, context) => {
    const { prometheus, engines, scrape_interval: interval } = written
    if (prometheus === undefined && engines === undefined) {
      context.addIssue('has nothing to read; write prometheus: { url }, engines: [url, …] or both')
      return
    }
    const idle = prometheus === undefined ? OF_PROMETHEUS.find((key) => written[key] !== undefined) : undefined
    if (idle !== undefined) {
      context.addIssue({ ...NOTHING_READS, path: [idle], message: 'is of use with prometheus only; take it out' })
    }
    if (engines === undefined && interval !== undefined) {
      context.addIssue({
        ...NOTHING_READS,
        path: ['scrape_interval'],
        message: 'is of use with engines only; take it out',
      })
    }
  })

const member = z
  .string('write ids such as U0123456789')
  .regex(/^[UWS][A-Z0-9]{4,}$/u, 'write the id of a person (U… or W…) or of a user group (S…), as Slack shows it')

const language = z.string('write en or zh').transform((written, context) => {
  const spoken = spokenAs(written)
  if (spoken !== undefined) return spoken
  context.addIssue(`"${shorten(written)}" is none that whyslow speaks; write ${LANGUAGES.join(' or ')}`)
  return z.NEVER
})

/** Languages by channel. */
const languages = z.record(z.string(), language).superRefine((written, context) => {
  for (const key of Object.keys(written).filter((one) => !/^[CG][A-Z0-9]{4,}$/u.test(one))) {
    const message = 'write the id of a channel (C…), as it stands at the foot of its details'
    context.addIssue({ ...NOTHING_READS, path: [key], message })
  }
})

const slack = z.strictObject({
  channel: text,
  language: language.optional(),
  languages: languages.optional(),
  silencers: z.array(member).min(1, 'name somebody, or leave the key out: then everyone may').optional(),
  mode: z.enum(['http', 'socket']).optional(),
  bot_token_file: text.optional(),
  bot_token_env: text.optional(),
  signing_secret_file: text.optional(),
  signing_secret_env: text.optional(),
  app_token_file: text.optional(),
  app_token_env: text.optional(),
  api_url: url.optional(),
})

/** Paths of the listening server that are taken. */
export const RESERVED_PATHS = ['/events', '/metrics', '/healthz', '/readyz', '/slack/events'] as const

/** As the server and those who post to it read a path: `/./metrics/` is `/metrics`. */
function isReserved(path: string): boolean {
  const read = new URL(`http://localhost${path}`).pathname.replace(/\/+$/u, '')
  return RESERVED_PATHS.some((reserved) => reserved === read)
}

/** The file as it is written. Unknown keys are refused. */
export const configFile = z.strictObject({
  slack: slack.optional(),
  listen: z
    .strictObject({
      host: text.default('0.0.0.0'),
      port: z
        .number()
        .int()
        .min(0, 'write a port from 0 to 65535')
        .max(65_535, 'write a port from 0 to 65535')
        .default(8080),
    })
    .prefault({}),
  webhook: z
    .strictObject({
      path: z
        .string()
        .regex(/^\/[\w./~-]*$/u, 'write a path such as /webhook')
        .refine((path) => !isReserved(path), 'there is something else there; write a path such as /webhook')
        .default('/webhook'),
      bearer_token_file: text.optional(),
      bearer_token_env: text.optional(),
      basic_auth: basicAuth.optional(),
      body_limit: size.prefault('2MiB'),
    })
    .prefault({}),
  store: text.default('file:./whyslow.db'),
  correlate: z.strictObject({ window: duration.prefault('10m') }).prefault({}),
  triage: z
    .strictObject({ window: duration.default(DEFAULTS.window), deadline: duration.default(DEFAULTS.deadline) })
    .prefault({}),
  verify: z.strictObject({ settle: duration.prefault('5m') }).prefault({}),
  runbook_url: pageUrl.optional(),
  clients: clients.prefault({}),
  clusters: z.array(cluster).min(1, 'name at least one cluster with its prometheus or its engines'),
})

export type ConfigFile = z.infer<typeof configFile>
export type EngineFile = z.infer<typeof engine>
export type SlackFile = z.infer<typeof slack>
export type LogFile = z.infer<typeof log>
export type GrafanaFile = z.infer<typeof grafana>
export type ClusterFile = z.infer<typeof cluster>
