import type { EngineAccess } from './record.ts'

export interface UvicornOptions {
  /** `cri` puts the container runtime's time before each line; uvicorn itself prints none. */
  readonly wrapper: 'none' | 'cri'
  /** `forwarded` trusts X-Forwarded-For, then the port reads 0; `peer` shows the gateway as the client. */
  readonly client: { readonly kind: 'forwarded' } | { readonly kind: 'peer'; readonly address: string }
}

const PHRASES: Readonly<Record<number, string>> = { 200: 'OK', 400: 'Bad Request', 500: 'Internal Server Error' }

/** The line as uvicorn prints it inside vLLM's API server (0.10.1 and later). */
export function uvicornLine(record: EngineAccess, { wrapper, client }: UvicornOptions): string {
  const status = `${record.status} ${PHRASES[record.status] ?? ''}`
  const line = `(APIServer pid=1) INFO:     ${clientOf(record, client)} - "${record.method} ${record.path} HTTP/1.1" ${status}`
  return wrapper === 'cri' ? `${criTime(record.at)} stdout F ${line}` : line
}

function clientOf(record: EngineAccess, client: UvicornOptions['client']): string {
  if (record.isDirect) return `${record.clientAddress}:${record.clientPort}`
  return client.kind === 'peer' ? `${client.address}:${record.clientPort}` : `${record.clientAddress}:0`
}

/** RFC 3339 with nine digits of a second, as containerd writes it. */
function criTime(at: number): string {
  const wholeSeconds = Math.floor(at)
  const nanoseconds = Math.floor((at - wholeSeconds) * 1e9)
  const date = new Date(wholeSeconds * 1000).toISOString().slice(0, 19)
  return `${date}.${String(nanoseconds).padStart(9, '0')}Z`
}
