import type { AccessLines, AccessLogConfig, ClientsConfig, ClusterConfig } from '../config/config.ts'
import { AccessLogConfigError, createAccessLogClients } from '../clients/access-log-source.ts'
import type { ClientSource } from '../clients/client-source.ts'
import type { ClientName } from '../clients/merge/name-client.ts'
import { createSeriesClients } from '../clients/series/create-series-clients.ts'
import { createElasticsearchClients } from '../clients/stores/elasticsearch.ts'
import { createKubernetesClients } from '../clients/stores/kubernetes.ts'
import { LINE_PRESETS, type LineFields, type LinePreset } from '../clients/stores/line-fields.ts'
import { createLokiClients } from '../clients/stores/loki.ts'
import { createVictoriaLogsClients } from '../clients/stores/victorialogs.ts'
import { ConnectionConfigError } from '../lib/http-connection.ts'
import { type Network, parseNetwork } from '../lib/ip.ts'
import { SelectorError, parseSelector } from '../signals/selector.ts'
import type { KnownClients } from './known-clients.ts'
import { serverOf } from './server-of.ts'

/**
 * Opens what can say who sends the load; nothing is asked yet.
 *
 * @throws ConnectionConfigError, AccessLogConfigError or SelectorError, in one line, when a setting is wrong
 */
export function openClientSources(config: ClusterConfig): readonly ClientSource[] {
  const { accessLogs, prometheus, gatewaySelector, clients } = config
  const trusted = clients.trustedProxies.flatMap((network) => {
    const parsed = parseNetwork(network)
    return parsed === undefined ? [] : [parsed]
  })
  const series =
    prometheus === undefined
      ? []
      : [
          createSeriesClients({
            server: serverOf(prometheus),
            labels: clients.labels,
            ...(clients.destinations !== undefined && { destinations: clients.destinations }),
            ...(gatewaySelector !== undefined && { matchers: parseSelector(gatewaySelector) }),
          }),
        ]
  const logs = accessLogs.map((log, index) =>
    placed(`cluster ${config.name}: access_logs[${index}]`, () => openLog(log, trusted)),
  )
  return [...logs, ...series]
}

/** What is wrong with a setting, after where it stands. */
function placed<Opened>(place: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    if (error instanceof AccessLogConfigError) {
      throw new AccessLogConfigError(`${place}: ${error.message}`, { cause: error })
    }
    if (error instanceof ConnectionConfigError) {
      throw new ConnectionConfigError(`${place}: ${error.message}`, { cause: error })
    }
    if (error instanceof SelectorError) throw new SelectorError(`${place}.query: ${error.message}`, { cause: error })
    throw error
  }
}

function openLog(log: AccessLogConfig, trusted: readonly Network[]): ClientSource {
  switch (log.kind) {
    case 'file': {
      const { path, format, timezone } = log
      const stated = { ...(format !== undefined && { format }), ...(timezone !== undefined && { timezone }) }
      return createAccessLogClients({ paths: [path], ...stated, trusted })
    }
    case 'kubernetes': {
      const { kind: _, server, ...pods } = log
      return createKubernetesClients({ ...pods, trusted, ...(server !== undefined && { server: serverOf(server) }) })
    }
    case 'loki':
    case 'victorialogs': {
      const settings = { ...serverOf(log.server), selector: matchersOf(log.query), lines: linesOf(log.lines, log.kind) }
      return log.kind === 'loki' ? createLokiClients(settings) : createVictoriaLogsClients(settings)
    }
    case 'elasticsearch': {
      const { server, index, timeField, query, apiKey } = log
      const settings = {
        ...serverOf(server),
        index,
        lines: linesOf(log.lines, log.kind),
        ...(timeField !== undefined && { timeField }),
        ...(query !== undefined && { selector: matchersOf(query) }),
        ...(apiKey !== undefined && { apiKey: apiKey.reveal() }),
      }
      return createElasticsearchClients(settings)
    }
    default:
      return log satisfies never
  }
}

function matchersOf(query: string): ReturnType<typeof parseSelector> {
  return parseSelector(query.trim().replace(/^\{(.*)\}$/su, '$1'))
}

function linesOf(lines: AccessLines, store: 'loki' | 'victorialogs' | 'elasticsearch'): LinePreset | LineFields {
  if (lines.kind === 'preset') {
    if (isPreset(lines.name)) return lines.name
    const known = Object.keys(LINE_PRESETS).join(', ')
    throw new ConnectionConfigError(`lines: ${lines.name} is not known; write one of ${known}, or fields:`)
  }
  const { identity, fields } = lines
  const { client = [], ...others } = fields
  return { kind: store === 'loki' ? 'json' : 'fields', identity, fields: { ...others, client } }
}

function isPreset(name: string): name is LinePreset {
  return Object.hasOwn(LINE_PRESETS, name)
}

/** Names, masks and proxies as the merge takes them. */
export function knownClientsOf({ names, mask, trustedProxies }: ClientsConfig): KnownClients {
  return {
    naming: {
      mask,
      names: names.map(({ kind, text, name }): ClientName => {
        switch (kind) {
          case 'cidr':
            return { kind, cidr: text, name }
          case 'key':
            return { kind, key: text, name }
          case 'pattern':
            return { kind, pattern: new RegExp(text, 'u'), name }
          default:
            return kind satisfies never
        }
      }),
    },
    proxies: trustedProxies,
  }
}
