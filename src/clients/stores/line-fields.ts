import type { ClientIdentity } from '../../domain/clients.ts'

/** What is read of a line; the measures are those of a reading. */
export const ROLES = [
  'client',
  'method',
  'path',
  'status',
  'promptTokens',
  'outputTokens',
  'requestBytes',
  'busySeconds',
  'upstream',
  'userAgent',
] as const
export type Role = (typeof ROLES)[number]

/** The way to a field of JSON, a key a step: `['request', 'size']`. */
export type FieldPath = readonly string[]

export type FieldPaths = { readonly client: FieldPath } & { readonly [Key in Role]?: FieldPath }

/** How a line of a log says who asked for what. */
export type LineFields = LineShape & {
  readonly identity: ClientIdentity
  /** The client is an address with a port behind it, which would make each connection a client. */
  readonly hasPort?: boolean
  /** From the unit of the durations to seconds; 1 unless stated. */
  readonly secondsFactor?: number
}

type LineShape =
  /** Placeholders in angle brackets are named for roles, `<_>` is anything. */
  | { readonly kind: 'pattern'; readonly text: string }
  /** RE2, with groups named for roles. */
  | { readonly kind: 'regexp'; readonly text: string }
  /** The line is JSON. */
  | { readonly kind: 'json'; readonly fields: FieldPaths }
  /** The store took the line apart when it came. */
  | { readonly kind: 'fields'; readonly fields: FieldPaths }

/** The roles that a line has. */
export function rolesOf(lines: LineFields): readonly Role[] {
  switch (lines.kind) {
    case 'pattern':
      return ROLES.filter((role) => lines.text.includes(`<${role}>`))
    case 'regexp':
      return ROLES.filter((role) => lines.text.includes(`(?P<${role}>`))
    case 'json':
    case 'fields':
      return ROLES.filter((role) => lines.fields[role] !== undefined)
    default:
      return lines satisfies never
  }
}

const NGINX = '<client> - <_> [<_>] "<method> <path> <_>" <status> <_> "<_>" "<userAgent>"'

const kongFields: FieldPaths = {
  client: ['consumer', 'username'],
  method: ['request', 'method'],
  path: ['request', 'uri'],
  status: ['response', 'status'],
  requestBytes: ['request', 'size'],
  busySeconds: ['latencies', 'request'],
}

const envoyFields: FieldPaths = {
  client: ['downstream_remote_address'],
  method: ['method'],
  path: ['path'],
  status: ['response_code'],
  requestBytes: ['bytes_received'],
  busySeconds: ['duration'],
  upstream: ['upstream_host'],
  userAgent: ['user_agent'],
}

const MILLISECONDS = 0.001
const NANOSECONDS = 1e-9

/** Lines as their programs write them by default; what an installation writes otherwise is told field by field. */
export const LINE_PRESETS = {
  uvicorn: {
    kind: 'regexp',
    text: String.raw`INFO:\s+(?P<client>\S*):[0-9]+ - "(?P<method>[A-Z]+) (?P<path>\S+) HTTP/[0-9.]+" (?P<status>[0-9]{3})`,
    identity: 'address',
  },
  nginx: { kind: 'pattern', text: NGINX, identity: 'address' },
  'ingress-nginx': {
    kind: 'pattern',
    text: `${NGINX} <requestBytes> <busySeconds> [<_>] [<_>] <upstream> <_>`,
    identity: 'address',
  },
  kong: { kind: 'json', fields: kongFields, identity: 'consumer', secondsFactor: MILLISECONDS },
  envoy: { kind: 'json', fields: envoyFields, identity: 'address', hasPort: true, secondsFactor: MILLISECONDS },
  'envoy-ai-gateway': {
    kind: 'json',
    fields: {
      ...envoyFields,
      path: ['x-envoy-origin-path'],
      userAgent: ['user-agent'],
      promptTokens: ['gen_ai.usage.input_tokens'],
      outputTokens: ['gen_ai.usage.output_tokens'],
    },
    identity: 'address',
    hasPort: true,
    secondsFactor: MILLISECONDS,
  },
  litellm: {
    kind: 'json',
    fields: {
      client: ['metadata', 'user_api_key_alias'],
      promptTokens: ['prompt_tokens'],
      outputTokens: ['completion_tokens'],
    },
    identity: 'key_alias',
  },
  /** Elastic's common schema. */
  ecs: {
    kind: 'fields',
    fields: {
      client: ['source', 'ip'],
      method: ['http', 'request', 'method'],
      path: ['url', 'path'],
      status: ['http', 'response', 'status_code'],
      requestBytes: ['http', 'request', 'bytes'],
      busySeconds: ['event', 'duration'],
      userAgent: ['user_agent', 'original'],
    },
    identity: 'address',
    secondsFactor: NANOSECONDS,
  },
} as const satisfies Readonly<Record<string, LineFields>>

export type LinePreset = keyof typeof LINE_PRESETS

/** The program that writes them, where it is told by its name. */
export function logOf(lines: LinePreset | LineFields): { readonly logOf?: string } {
  return typeof lines === 'string' && lines !== 'ecs' ? { logOf: lines } : {}
}

export function linesOf(lines: LinePreset | LineFields): LineFields {
  return typeof lines === 'string' ? LINE_PRESETS[lines] : lines
}

/** Of the tries that stand in one field the last: the one that answered. Undefined where none was made. */
export function upstreamOf(text: string): string | undefined {
  const tries = text.split(',').map((one) => one.trim())
  return tries.findLast((one) => one !== '' && one !== '-')
}

/** Of such a text a program speaks: `-` stands for none. */
export const SPOKEN = '[^-]'

/** By client, requests by upstream. */
export type UpstreamCounts = ReadonlyMap<string, Readonly<Record<string, number>>>

export interface UpstreamRow {
  readonly client: string
  readonly upstream: string
  readonly requests: number
}

export function upstreamCounts(rows: readonly UpstreamRow[]): UpstreamCounts {
  const counts = new Map<string, Record<string, number>>()
  for (const { client, upstream, requests } of rows) {
    const name = upstreamOf(upstream)
    if (name === undefined) continue
    const own = counts.get(client) ?? {}
    own[name] = (own[name] ?? 0) + requests
    counts.set(client, own)
  }
  return counts
}
