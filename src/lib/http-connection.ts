import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isSecretHeader } from './http-header.ts'
import type { HttpPoolOptions } from './http-pool.ts'

/** A server that is reached over HTTP, as the settings tell it. */
export interface HttpServer {
  /** With its path, such as `https://mimir.example/prometheus`; the API's paths are added to it. */
  readonly url: string
  readonly bearerToken?: string
  /** Read anew for each triage, since such tokens are changed while the service runs. */
  readonly bearerTokenFile?: string
  readonly basicAuth?: { readonly username: string; readonly password: string }
  /** Sent as they are, such as `X-Scope-OrgID`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: TlsFiles
}

export interface TlsFiles {
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  readonly insecureSkipVerify?: boolean
}

/** A setting is wrong in a way that only shows when it is used; the message is one line that names the mend. */
export class ConnectionConfigError extends Error {
  override readonly name = 'ConnectionConfigError'
}

/** Where requests go: the server, and the path and query that its URL came with. */
export interface Place {
  readonly origin: string
  readonly path: string
  readonly query: string
  /** Credentials written into the URL. */
  readonly userInfo?: { readonly username: string; readonly password: string }
}

/**
 * @param of whose settings these are, for the message: engines and log stores are reached alike
 * @throws ConnectionConfigError when it is no http or https URL
 */
export function parsePlace(text: string, of = 'prometheus'): Place {
  if (!URL.canParse(text)) throw new ConnectionConfigError(`${of} url: write it like http://127.0.0.1:9090`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConnectionConfigError(`${of} url: ${url.protocol} is not understood, write http:// or https://`)
  }
  const userInfo = { username: decode(url.username, of), password: decode(url.password, of) }
  return {
    origin: url.origin,
    path: url.pathname.replace(/\/+$/, ''),
    query: url.search.slice(1),
    ...(url.username !== '' && { userInfo }),
  }
}

function decode(text: string, of: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    const message = `${of} url: user and password hold a % that begins no escape; write %25`
    throw new ConnectionConfigError(message, { cause: error })
  }
}

/** @throws ConnectionConfigError when a file cannot be read */
export function readTls(tls: TlsFiles, of = 'prometheus'): NonNullable<HttpPoolOptions['tls']> {
  const { caFile, certFile, keyFile, insecureSkipVerify = false } = tls
  return {
    isInsecure: insecureSkipVerify,
    ...(caFile !== undefined && { ca: readPem(`${of} tls ca_file`, caFile) }),
    ...(certFile !== undefined && { cert: readPem(`${of} tls cert_file`, certFile) }),
    ...(keyFile !== undefined && { key: readPem(`${of} tls key_file`, keyFile) }),
  }
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConnectionConfigError(`${setting}: cannot read ${path}`, { cause: error })
  }
}

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** Texts that no note may carry, should a server echo them. */
  readonly secrets: readonly string[]
}

/** @throws ConnectionConfigError when the token's file cannot be read */
export async function readCredentials(
  config: Pick<HttpServer, 'bearerToken' | 'bearerTokenFile' | 'basicAuth' | 'headers'>,
  { userInfo }: Place,
  of = 'prometheus',
): Promise<Credentials> {
  const { headers = {}, basicAuth = userInfo } = config
  const token = config.bearerToken ?? (await readToken(config.bearerTokenFile, of))
  const secretHeaders = Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : []))
  const secrets = [token, basicAuth?.password, ...secretHeaders]
  if (token !== undefined) return credentials({ ...headers, authorization: `Bearer ${token}` }, secrets)
  if (basicAuth === undefined) return credentials(headers, secrets)
  const pair = Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString('base64')
  return credentials({ ...headers, authorization: `Basic ${pair}` }, [...secrets, pair])
}

/** A short text may be part of any word; taking it out would spoil notes and hide nothing. */
const SHORTEST_SECRET = 4

function credentials(headers: Readonly<Record<string, string>>, secrets: readonly (string | undefined)[]): Credentials {
  const texts = secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
  return { headers, secrets: texts.filter((secret) => secret !== undefined) }
}

async function readToken(path: string | undefined, of: string): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    throw new ConnectionConfigError(`${of} bearer_token_file: cannot read ${path}`, { cause: error })
  }
}
