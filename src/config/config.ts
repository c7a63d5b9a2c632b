import type { ClientIdentity } from '../domain/clients.ts'
import type { LanguageSettings } from '../domain/language.ts'
import type { Labels } from '../domain/series.ts'
import type { Seconds } from '../domain/time.ts'
import type { Secret } from './secret.ts'

/** The settings, complete and frozen. */
export interface Config {
  /** Absent where no Slack is set up: `triage` in a terminal needs none. */
  readonly slack?: SlackConfig
  readonly listen: { readonly host: string; readonly port: number }
  readonly webhook: WebhookConfig
  readonly store: { readonly file: string }
  readonly correlate: { readonly window: Seconds }
  readonly triage: { readonly window: Seconds; readonly deadline: Seconds }
  /** Where the printed runbook is kept, for links to its pages. */
  readonly runbookUrl?: string
  /** How long after *resolved* the fleet is read once more, when the window holds nothing of the trouble. */
  readonly verify: { readonly settle: Seconds }
  readonly clusters: readonly ClusterConfig[]
}

export interface SlackConfig extends LanguageSettings {
  readonly channel: string
  readonly mode: 'http' | 'socket'
  /** Secrets are absent until someone needs them: see `requireSlack`. */
  readonly botToken?: Secret
  readonly signingSecret?: Secret
  readonly appToken?: Secret
  /** Another Web API than Slack's own. */
  readonly apiUrl?: string
  /** Ids of the persons and user groups who may silence alerts; absent: everyone. */
  readonly silencers?: readonly string[]
}

export interface WebhookConfig {
  readonly path: string
  readonly auth: WebhookAuth
  readonly bodyLimitBytes: number
}

export type WebhookAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: Secret }
  | { readonly kind: 'basic'; readonly username: string; readonly password: Secret }

export interface ClusterConfig {
  readonly name: string
  /** At least one of `prometheus` and `engines` is there. */
  readonly prometheus?: ServerConfig
  readonly engines: readonly EngineConfig[]
  /** How often each engine is scraped. */
  readonly scrapeInterval: Seconds
  /** Files into which vLLM writes its log. */
  readonly logs: readonly LogConfig[]
  /** Stores of logs beside them. */
  readonly lokis: readonly LokiConfig[]
  /** Who sends the load is read from them. */
  readonly accessLogs: readonly AccessLogConfig[]
  /** The same for all clusters. */
  readonly clients: ClientsConfig
  /** Whose annotations tell of changes. */
  readonly grafana?: GrafanaSettings
  /** The peers of the Alertmanager that silences are made in; none where there is no silencing. */
  readonly alertmanagers: readonly ServerConfig[]
  /** Pages that cards lead to. */
  readonly links: PageLinks
  /** Matchers without braces, such as `job=~"vllm.*"`. */
  readonly selector: string
  readonly gpuSelector?: string
  readonly nodeSelector?: string
  readonly gatewaySelector?: string
  readonly instanceLabel: string
  readonly expectedInstances?: number
  readonly maxNumSeqs?: number
  /** The labels that make an alert this cluster's. */
  readonly match: Labels
}

export interface PageLinks {
  readonly prometheus?: string
  readonly grafana?: string
}

export interface LogConfig {
  /** A full path; `*` and `?` in its parts mean several files. */
  readonly path: string
  /** Whose log it is, as the `instance` label names it. */
  readonly instance?: string
  /** The IANA zone in which vLLM's logger writes; the machine's unless stated. */
  readonly timezone?: string
}

/** Where requests were written down. */
export type AccessLogConfig =
  | { readonly kind: 'file'; readonly path: string; readonly format?: string; readonly timezone?: string }
  | {
      readonly kind: 'kubernetes'
      /** The cluster that whyslow runs in, unless stated. */
      readonly server?: ServerConfig
      readonly namespace: string
      readonly labelSelector: string
      readonly container?: string
      readonly format?: string
    }
  | (StoredAccessLog & { readonly kind: 'loki' | 'victorialogs'; readonly query: string })
  | (StoredAccessLog & {
      readonly kind: 'elasticsearch'
      readonly query?: string
      readonly index: string
      readonly timeField?: string
      readonly apiKey?: Secret
    })

interface StoredAccessLog {
  readonly server: ServerConfig
  readonly lines: AccessLines
}

/** What the lines of a store are: one of those that are known by name, or where in them what is found. */
export type AccessLines =
  | { readonly kind: 'preset'; readonly name: string }
  | {
      readonly kind: 'fields'
      readonly identity: ClientIdentity
      /** By role, such as `client`; the way to it, a key a step. */
      readonly fields: Readonly<Record<string, readonly string[]>>
    }

/** What is known of clients beforehand. */
export interface ClientsConfig {
  /** Addresses and ranges that are believed about whose request it is. */
  readonly trustedProxies: readonly string[]
  readonly names: readonly ClientNameConfig[]
  readonly mask: { readonly addresses: boolean; readonly emails: boolean }
  /** The workloads that serve the models, as a regular expression. */
  readonly destinations?: string
  /** Labels of gateways' series that name a client. */
  readonly labels: readonly string[]
}

export interface ClientNameConfig {
  readonly kind: 'cidr' | 'key' | 'pattern'
  readonly text: string
  readonly name: string
}

/** An HTTP server and how to be let in. */
export interface ServerConfig {
  readonly url: string
  readonly bearerToken?: Secret
  /** Read anew when used, since such tokens are changed while the service runs. */
  readonly bearerTokenFile?: string
  readonly basicAuth?: { readonly username: string; readonly password: Secret }
  readonly headers: Readonly<Record<string, string>>
  readonly tls?: TlsConfig
  readonly timeout?: Seconds
}

/** A Loki and which of its streams are vLLM's. */
export interface LokiConfig extends ServerConfig {
  readonly query: string
  /** The label that tells the instance, where stated. */
  readonly instanceLabel?: string
}

/** A Grafana, and what of its annotations is used. */
export interface GrafanaSettings extends ServerConfig {
  /** An annotation with one of them tells of a change. */
  readonly tags: readonly string[]
  /** Whether conclusions are written as annotations. */
  readonly isAnnotated: boolean
}

/** A vLLM that is scraped directly. */
export interface EngineConfig extends ServerConfig {
  /** What it is called: host and port of its URL unless stated. */
  readonly instance: string
}

export interface TlsConfig {
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  readonly insecureSkipVerify: boolean
}
