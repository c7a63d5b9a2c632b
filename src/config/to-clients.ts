import type { AccessLines, AccessLogConfig, ClientNameConfig, ClientsConfig, ServerConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import type { AccessLogFile, ClientsFile } from './schema-clients.ts'
import type { ServerFile } from './server-schema.ts'
import type { ConfigContext } from './config-context.ts'

export interface AccessLogsPlace {
  /** Such as `clusters[0]`. */
  readonly place: string
  readonly context: ConfigContext
  readonly toServer: (server: ServerFile, place: string, context: ConfigContext) => ServerConfig
}

/** @throws ConfigError for secrets that cannot be read */
export function toAccessLogs(logs: readonly AccessLogFile[], at: AccessLogsPlace): readonly AccessLogConfig[] {
  return logs.map((log, index) => toAccessLog(log, `${at.place}.access_logs[${index}]`, at))
}

function toAccessLog(log: AccessLogFile, place: string, { context, toServer }: AccessLogsPlace): AccessLogConfig {
  const { file, format, timezone, loki, victorialogs, elasticsearch, query, index } = log
  if (file !== undefined) {
    const stated = { ...(format !== undefined && { format }), ...(timezone !== undefined && { timezone }) }
    return { kind: 'file', path: context.resolvePath(file), ...stated }
  }
  if (log.kubernetes !== undefined) {
    const { namespace, selector, container, api } = log.kubernetes
    return {
      kind: 'kubernetes',
      namespace,
      labelSelector: selector,
      ...(api !== undefined && { server: toServer(api, `${place}.kubernetes.api`, context) }),
      ...(container !== undefined && { container }),
      ...(format !== undefined && { format }),
    }
  }
  const lines = toLines(log)
  if (elasticsearch !== undefined && index !== undefined) {
    const apiKey = context.readSecret({
      place: `${place}.api_key`,
      kind: 'token',
      file: log.api_key_file,
      variable: log.api_key_env,
    })
    return {
      kind: 'elasticsearch',
      server: toServer(elasticsearch, `${place}.elasticsearch`, context),
      lines,
      index,
      ...(query !== undefined && { query }),
      ...(log.time_field !== undefined && { timeField: log.time_field }),
      ...(apiKey !== undefined && { apiKey }),
    }
  }
  const [kind, server] = loki === undefined ? (['victorialogs', victorialogs] as const) : (['loki', loki] as const)
  const isWhole = server !== undefined && query !== undefined
  if (!isWhole) throw new ConfigError(`${place}: write file, or a store with a query`)
  return { kind, server: toServer(server, `${place}.${kind}`, context), lines, query }
}

const ROLES = {
  client: 'client',
  method: 'method',
  path: 'path',
  status: 'status',
  prompt_tokens: 'promptTokens',
  output_tokens: 'outputTokens',
  request_bytes: 'requestBytes',
  seconds: 'busySeconds',
  upstream: 'upstream',
  user_agent: 'userAgent',
} as const

function toLines({ lines, fields }: AccessLogFile): AccessLines {
  if (fields === undefined) return { kind: 'preset', name: lines ?? '' }
  const { identity, ...written } = fields
  const steps = Object.entries(ROLES).flatMap(([key, role]) => {
    const stated = Object.entries(written).find(([name]) => name === key)?.[1]
    return stated === undefined ? [] : [[role, typeof stated === 'string' ? stated.split('.') : stated] as const]
  })
  return { kind: 'fields', identity, fields: Object.fromEntries(steps) }
}

/** What is known of clients beforehand. */
export function toClientsConfig(written: ClientsFile): ClientsConfig {
  const { trusted_proxies: trustedProxies, names, mask, destinations, labels } = written
  return {
    trustedProxies,
    names: names.flatMap(({ name, cidr, key, pattern }): readonly ClientNameConfig[] => {
      if (cidr !== undefined) return [{ kind: 'cidr', text: cidr, name }]
      if (key !== undefined) return [{ kind: 'key', text: key, name }]
      return pattern === undefined ? [] : [{ kind: 'pattern', text: pattern, name }]
    }),
    mask: { addresses: mask.includes('addresses'), emails: mask.includes('emails') },
    ...(destinations !== undefined && { destinations }),
    labels,
  }
}
