import { ConfigError } from './config-error.ts'
import type { ConfigContext, SecretSource } from './config-context.ts'
import { DEFAULTS } from './defaults.ts'
import type {
  ClusterConfig,
  Config,
  EngineConfig,
  GrafanaSettings,
  ServerConfig,
  SlackConfig,
  WebhookAuth,
} from './config.ts'
import type { ClusterFile, GrafanaFile, ConfigFile, EngineFile, LogFile, SlackFile } from './schema.ts'
import type { ServerFile } from './server-schema.ts'
import { toAccessLogs, toClientsConfig } from './to-clients.ts'
import type { Seconds } from '../domain/time.ts'
import type { Secret } from './secret.ts'

/** @throws ConfigError without the file's name, which the caller knows */
export function toConfig(file: ConfigFile, context: ConfigContext): Config {
  return {
    ...(file.slack !== undefined && { slack: toSlack(file.slack, context) }),
    listen: file.listen,
    webhook: {
      path: file.webhook.path,
      auth: toWebhookAuth(file.webhook, context),
      bodyLimitBytes: file.webhook.body_limit,
    },
    store: { file: toStoreFile(file.store) },
    correlate: file.correlate,
    verify: file.verify,
    ...toClusters(file, context),
  }
}

/** What a triage in a terminal needs; no secret but the clusters' is read. */
export type ClustersConfig = Pick<Config, 'clusters' | 'triage' | 'runbookUrl'>

/** @throws ConfigError without the file's name, which the caller knows */
export function toClusters(
  { clusters, triage, clients, runbook_url: runbookUrl }: ConfigFile,
  context: ConfigContext,
): ClustersConfig {
  const names = clusters.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigError(`clusters: two are named ${twice}; give each its own name`)
  return {
    triage,
    ...(runbookUrl !== undefined && { runbookUrl }),
    clusters: clusters.map((cluster, index) => ({
      ...toCluster(cluster, `clusters[${index}]`, context),
      clients: toClientsConfig(clients),
    })),
  }
}

function toSlack(slack: SlackFile, { readSecret }: ConfigContext): SlackConfig {
  const read = (key: 'bot_token' | 'signing_secret' | 'app_token'): Secret | undefined =>
    readSecret({
      place: `slack.${key}`,
      kind: 'token',
      file: slack[`${key}_file`],
      variable: slack[`${key}_env`],
      fallback: `SLACK_${key.toUpperCase()}`,
    })
  const botToken = read('bot_token')
  const signingSecret = read('signing_secret')
  const appToken = read('app_token')
  return {
    channel: slack.channel,
    language: slack.language ?? 'en',
    languages: slack.languages ?? {},
    mode: slack.mode ?? (appToken === undefined ? 'http' : 'socket'),
    ...(botToken && { botToken }),
    ...(signingSecret && { signingSecret }),
    ...(appToken && { appToken }),
    ...(slack.api_url && { apiUrl: slack.api_url }),
    ...(slack.silencers && { silencers: slack.silencers }),
  }
}

function toWebhookAuth(webhook: ConfigFile['webhook'], { readSecret }: ConfigContext): WebhookAuth {
  const { bearer_token_file: file, bearer_token_env: variable, basic_auth: basic } = webhook
  const token = readSecret({ place: 'webhook.bearer_token', kind: 'token', file, variable })
  if (basic === undefined) return token === undefined ? { kind: 'none' } : { kind: 'bearer', token }
  if (token !== undefined) throw new ConfigError('webhook: bearer_token and basic_auth exclude each other; keep one')
  return { kind: 'basic', username: basic.username, password: toPassword(basic, 'webhook', readSecret) }
}

function toPassword(
  basic: NonNullable<ServerFile['basic_auth']>,
  place: string,
  readSecret: ConfigContext['readSecret'],
): Secret {
  const source: SecretSource = {
    place: `${place}.basic_auth.password`,
    kind: 'password',
    file: basic.password_file,
    variable: basic.password_env,
  }
  const password = readSecret(source)
  if (password !== undefined) return password
  throw new ConfigError(
    `${source.place}: is missing; write password_file: /path/to/it or password_env: NAME_OF_VARIABLE`,
  )
}

/** @throws ConfigError for a store this version has not */
function toStoreFile(store: string): string {
  const scheme = /^([a-z][a-z\d+]+):/u.exec(store)?.[1]
  if (scheme === undefined) return store
  if (scheme === 'file') return store.replace(/^file:(?:\/\/(?=\/))?/u, '')
  throw new ConfigError(`store: ${scheme} is not supported; write a file such as file:./whyslow.db`)
}

function toCluster(cluster: ClusterFile, place: string, context: ConfigContext): Omit<ClusterConfig, 'clients'> {
  const { scrape_interval: scrapeInterval = DEFAULTS.scrapeInterval } = cluster
  return {
    name: cluster.name,
    ...(cluster.prometheus && { prometheus: toServer(cluster.prometheus, `${place}.prometheus`, context) }),
    engines: toEngines(cluster.engines ?? [], { place, scrapeInterval, context }),
    scrapeInterval,
    ...toLogs(cluster.logs ?? [], place, context),
    accessLogs: toAccessLogs(cluster.access_logs ?? [], { place, context, toServer }),
    ...(cluster.grafana && { grafana: toGrafana(cluster.grafana, `${place}.grafana`, context) }),
    alertmanagers: (cluster.alertmanager ?? []).map((peer, index) =>
      toServer(peer, `${place}.alertmanager[${index}]`, context),
    ),
    links: {
      ...(cluster.links?.prometheus && { prometheus: cluster.links.prometheus }),
      ...(cluster.links?.grafana && { grafana: cluster.links.grafana }),
    },
    selector: cluster.selector ?? DEFAULTS.selector,
    ...(cluster.gpu_selector && { gpuSelector: cluster.gpu_selector }),
    ...(cluster.node_selector && { nodeSelector: cluster.node_selector }),
    ...(cluster.gateway_selector && { gatewaySelector: cluster.gateway_selector }),
    instanceLabel: cluster.instance_label ?? DEFAULTS.instanceLabel,
    ...(cluster.expected_instances !== undefined && { expectedInstances: cluster.expected_instances }),
    ...(cluster.max_num_seqs !== undefined && { maxNumSeqs: cluster.max_num_seqs }),
    match: toMatch(cluster, place),
  }
}

function toLogs(
  logs: readonly LogFile[],
  place: string,
  context: ConfigContext,
): Pick<ClusterConfig, 'logs' | 'lokis'> {
  return {
    logs: logs.flatMap(({ file, instance, timezone }) => {
      if (file === undefined) return []
      const stated = { ...(instance !== undefined && { instance }), ...(timezone !== undefined && { timezone }) }
      return [{ path: context.resolvePath(file), ...stated }]
    }),
    lokis: logs.flatMap(({ loki, query, instance_label: instanceLabel }, index) => {
      if (loki === undefined || query === undefined) return []
      const server = toServer(loki, `${place}.logs[${index}].loki`, context)
      return [{ ...server, query, ...(instanceLabel !== undefined && { instanceLabel }) }]
    }),
  }
}

function toGrafana(grafana: GrafanaFile, place: string, context: ConfigContext): GrafanaSettings {
  const { tags = DEFAULTS.changeTags, annotate = false } = grafana
  return { ...toServer(grafana, place, context), tags, isAnnotated: annotate }
}

interface EnginesPlace {
  readonly place: string
  readonly scrapeInterval: Seconds
  readonly context: ConfigContext
}

function toEngines(
  engines: readonly EngineFile[],
  { place: cluster, scrapeInterval, context }: EnginesPlace,
): readonly EngineConfig[] {
  const firstOf = new Map<string, number>()
  return engines.map((engine, index) => {
    const place = `${cluster}.engines[${index}]`
    const instance = engine.instance ?? hostAndPort(engine.url)
    const first = firstOf.get(instance)
    if (first !== undefined) {
      throw new ConfigError(
        `${place}: is ${instance} like engines[${first}]; take one out, or give it another instance`,
      )
    }
    firstOf.set(instance, index)
    if (engine.timeout !== undefined && engine.timeout >= scrapeInterval) {
      throw new ConfigError(`${place}.timeout: is not shorter than scrape_interval (${scrapeInterval} s); shorten it`)
    }
    return { ...toServer(engine, place, context), instance }
  })
}

/** As Prometheus writes a target's address: always with its port. */
function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function toMatch({ match, name }: ClusterFile, place: string): ClusterConfig['match'] {
  if (match === undefined) return { cluster: name }
  if (Object.keys(match).length > 0) return match
  throw new ConfigError(`${place}.match: is empty; name a label, or leave it out for cluster: ${name}`)
}

function toServer(server: ServerFile, place: string, { readSecret, resolvePath }: ConfigContext): ServerConfig {
  const { bearer_token_file: file, bearer_token_env: variable, basic_auth: basic, tls, timeout } = server
  const token = readSecret({ place: `${place}.bearer_token`, kind: 'token', file, variable })
  if (token !== undefined && basic !== undefined) {
    throw new ConfigError(`${place}: bearer_token and basic_auth exclude each other; keep one`)
  }
  return {
    url: server.url,
    ...(file !== undefined && { bearerTokenFile: resolvePath(file) }),
    ...(file === undefined && token !== undefined && { bearerToken: token }),
    ...(basic && { basicAuth: { username: basic.username, password: toPassword(basic, place, readSecret) } }),
    headers: server.headers ?? {},
    ...(tls && { tls: toTls(tls, resolvePath) }),
    ...(timeout !== undefined && { timeout }),
  }
}

function toTls(
  tls: NonNullable<ServerFile['tls']>,
  resolvePath: ConfigContext['resolvePath'],
): NonNullable<ServerConfig['tls']> {
  return {
    ...(tls.ca_file && { caFile: resolvePath(tls.ca_file) }),
    ...(tls.cert_file && { certFile: resolvePath(tls.cert_file) }),
    ...(tls.key_file && { keyFile: resolvePath(tls.key_file) }),
    insecureSkipVerify: tls.insecure_skip_verify ?? false,
  }
}
