import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { deepFreeze } from './deep-freeze.ts'
import { describeIssue } from './describe-issue.ts'
import { configFile } from './schema.ts'
import { type Secret, secret } from './secret.ts'
import { type ConfigUse, type SecretSource, toConfig } from './to-config.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. A store's path is meant relative to the working directory, as a program's data is; files of secrets
 * and certificates relative to the settings' own folder. Variables are not put into texts.
 *
 * @param use a triage in a terminal has no webhook, so the webhook's secrets are not asked for
 * @throws ConfigError one line that names the file, the place in it and the mend
 */
export function loadConfig(path: string, env: Environment, use: ConfigUse = 'serve'): Config {
  try {
    const folder = dirname(resolve(path))
    const resolvePath = (file: string): string => resolve(folder, file)
    const written = parse(readText(path))
    return deepFreeze(toConfig(written, { use, resolvePath, readSecret: (from) => readSecret(from, env, resolvePath) }))
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${path}: ${error.message}`, { cause: error.cause })
    throw error
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`cannot be read (${codeOf(error)}); name another file with --config`, { cause: error })
  }
}

function parse(text: string) {
  const document = parseDocument(text)
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
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new ConfigError(`${first === undefined ? 'cannot be read' : describeIssue(configFile, first)}${more}`)
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

function readSecret(
  { place, file, variable, fallback }: SecretSource,
  env: Environment,
  resolvePath: (path: string) => string,
): Secret | undefined {
  if (file !== undefined && variable !== undefined) {
    throw new ConfigError(`${place}_file and ${nameOf(place)}_env exclude each other; keep one`)
  }
  if (file !== undefined) return secret(readSecretFile(`${place}_file`, resolvePath(file)))
  if (variable === undefined) {
    const found = fallback === undefined ? undefined : env[fallback]?.trim()
    return found ? secret(found) : undefined
  }
  const value = env[variable]?.trim()
  if (value) return secret(value)
  throw new ConfigError(`${place}_env: the environment has no ${variable}, or it is empty; set it or name another`)
}

function readSecretFile(place: string, path: string): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${place}: cannot read ${path} (${codeOf(error)}); name a file this user may read`, {
      cause: error,
    })
  }
  if (content === '') throw new ConfigError(`${place}: ${path} is empty; write the secret into it`)
  return content
}

function nameOf(place: string): string {
  return place.split('.').at(-1) ?? place
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
}
