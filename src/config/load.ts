import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { firstOf } from '../domain/listed.ts'
import { UnfitFileError, readFitFile } from '../lib/fit-file.ts'
import { isBearerToken } from '../lib/http-header.ts'
import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { deepFreeze } from './deep-freeze.ts'
import { describeIssue } from './describe-issue.ts'
import { type ConfigFile, configFile } from './schema.ts'
import { type Secret, secret } from './secret.ts'
import type { ConfigContext, SecretSource } from './config-context.ts'
import { type ClustersConfig, toClusters, toConfig } from './to-config.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Far more than the settings of a thousand clusters take. */
const MOST_BYTES = 1024 * 1024
const MOST_SECRET_BYTES = 64 * 1024

/**
 * Reads the settings of the service. A store's path is meant relative to the working directory, as a program's data is; files of secrets
 * and certificates relative to the settings' own folder. Variables are not put into texts.
 *
 * @throws ConfigError one line that names the file, the place in it and the mend
 */
export function loadConfig(path: string, env: Environment): Config {
  return load(path, env, toConfig)
}

/**
 * Reads of the same file what a triage in a terminal needs. All of it is checked, but no secret of Slack or of the webhook is asked for.
 *
 * @throws ConfigError as `loadConfig`
 */
export function loadClusters(path: string, env: Environment): ClustersConfig {
  return load(path, env, toClusters)
}

function load<Part>(path: string, env: Environment, toPart: (file: ConfigFile, context: ConfigContext) => Part): Part {
  try {
    const folder = dirname(resolve(path))
    const resolvePath = (file: string): string => resolve(folder, file)
    const written = parse(readText(path))
    return deepFreeze(toPart(written, { resolvePath, readSecret: (from) => readSecret(from, env, resolvePath) }))
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${path}: ${error.message}`, { cause: error.cause })
    throw error
  }
}

function readText(path: string): string {
  try {
    const text = decode(readFitFile(path, MOST_BYTES))
    if (text !== undefined && !CONTROL.test(text)) return text
  } catch (error) {
    throw new ConfigError(`cannot be read (${problemOf(error)}); name another file with --config`, { cause: error })
  }
  // What it holds is not shown: it may be anything, and a terminal obeys some of it.
  throw new ConfigError('is not text; name another file with --config')
}

/** Controls other than tab and line ends: no text has them. */
const CONTROL = /[^\P{Cc}\t\r\n]/u

/** UTF-8 as text; undefined when it is none. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string) {
  // Keys that are maps are warned of by the parser; here they are refused like any unknown one.
  const document = parseDocument(text, { logLevel: 'error' })
  const [broken] = document.errors
  if (broken !== undefined) {
    const line = broken.linePos?.[0].line
    const what = broken.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/u, '') ?? broken.code
    throw new ConfigError(`${line === undefined ? '' : `line ${line}: `}this is not YAML: ${what}`)
  }
  const content: unknown = toValue(document)
  if (content === null) throw new ConfigError('is empty; write at least clusters: [{ name, prometheus: { url } }]')
  const parsed = configFile.safeParse(content)
  if (parsed.success) return parsed.data
  // A mistyped key also makes the right one missing: the typing is what to mend.
  const { issues } = parsed.error
  const [first, ...others] = issues.toSorted((left, right) => rankOf(left.code) - rankOf(right.code))
  throw new ConfigError(firstOf(first === undefined ? 'cannot be read' : describeIssue(configFile, first), others))
}

function rankOf(code: string | undefined): number {
  return code === 'unrecognized_keys' ? 0 : 1
}

function toValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new ConfigError('this is not usable YAML: its aliases go astray; write it without * and &', { cause: error })
  }
}

function readSecret(source: SecretSource, env: Environment, resolvePath: (path: string) => string): Secret | undefined {
  const found = findSecret(source, env, resolvePath)
  if (found === undefined) return undefined
  const { place, kind } = source
  if (/\p{Cc}/u.test(found.value)) {
    throw new ConfigError(`${found.from} is not one line of text; write nothing but the secret there`)
  }
  if (kind === 'token' && !isBearerToken(found.value)) {
    throw new ConfigError(`${found.from} holds blanks or letters beyond ASCII, which no ${nameOf(place)} has; check it`)
  }
  return secret(found.value)
}

interface FoundSecret {
  readonly value: string
  /** The setting and the file or variable, for a message. */
  readonly from: string
}

function findSecret(
  { place, file, variable, fallback }: SecretSource,
  env: Environment,
  resolvePath: (path: string) => string,
): FoundSecret | undefined {
  if (file !== undefined && variable !== undefined) {
    throw new ConfigError(`${place}_file and ${nameOf(place)}_env exclude each other; keep one`)
  }
  if (file !== undefined) {
    const path = resolvePath(file)
    return { value: readSecretFile(`${place}_file`, path), from: `${place}_file: ${path}` }
  }
  if (variable === undefined) {
    const found = fallback === undefined ? undefined : env[fallback]?.trim()
    return found ? { value: found, from: `${place}: the variable ${fallback}` } : undefined
  }
  const value = env[variable]?.trim()
  if (value) return { value, from: `${place}_env: the variable ${variable}` }
  throw new ConfigError(`${place}_env: the environment has no ${variable}, or it is empty; set it or name another`)
}

function readSecretFile(place: string, path: string): string {
  let content: string
  try {
    content = Buffer.from(readFitFile(path, MOST_SECRET_BYTES)).toString('utf8').trim()
  } catch (error) {
    throw new ConfigError(`${place}: cannot read ${path} (${problemOf(error)}); name a file this user may read`, {
      cause: error,
    })
  }
  if (content === '') throw new ConfigError(`${place}: ${path} is empty; write the secret into it`)
  return content
}

function nameOf(place: string): string {
  return place.split('.').at(-1) ?? place
}

/** What a person calls them. */
const PROBLEMS: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
}

function problemOf(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
  return PROBLEMS[code] ?? code
}
