import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { ConfigError } from '../../src/config/config-error.ts'
import { type Environment, loadConfig } from '../../src/config/load.ts'

/** A folder with settings and a few secrets beside them. */
export function load(text: string | Uint8Array, env: Environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'whyslow-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'whyslow.yml')
  writeFileSync(path, text)
  writeFileSync(join(folder, 'token'), 's3cr3t-file\n')
  writeFileSync(join(folder, 'empty'), '\n')
  writeFileSync(join(folder, 'lines'), 's3cr3t-one\ns3cr3t-two\n')
  writeFileSync(join(folder, 'binary'), Buffer.from([0, 255, 1, 254, 10, 7]))
  writeFileSync(join(folder, 'spoken'), 's3cr3t with blanks\n')
  writeFileSync(join(folder, 'huge'), 's3cr3t'.repeat(20_000))
  return { folder, path, config: () => loadConfig(path, env) }
}

/** The least there is to write. */
export const CLUSTERS = 'clusters: [{ name: prod, prometheus: { url: "http://127.0.0.1:9090" } }]\n'

/** What is said of a text that is refused, without the file's name, which it must begin with. */
export function mistake(text: string | Uint8Array, env?: Environment): string {
  const { path, folder, config } = load(text, env)
  try {
    config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.message).not.toMatch(/\n/u)
    expect(error.message.startsWith(`${path}: `)).toBe(true)
    return error.message.slice(path.length + 2).replaceAll(folder, '')
  }
  throw new Error('it was taken')
}
