import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type AccessLogResult, type Expected, readAccessLog } from './read-access-log.ts'

const EXPECTED = fileURLToPath(new URL('access-logs.yml', import.meta.url))

/** Every recorded access log of a corpus, beside what stands in it. */
export function readAccessLogs(corpus: string): readonly AccessLogResult[] {
  const folder = join(corpus, 'access-logs')
  if (!existsSync(folder)) return []
  const expected = parse(readFileSync(EXPECTED, 'utf8')) as Readonly<Record<string, Expected>>
  const files = readdirSync(folder).filter((name) => name.endsWith('.log'))
  return files.toSorted().map((name) => readAccessLog(join(folder, name), expected[name]))
}
