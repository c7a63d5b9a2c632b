import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { runAt } from '../cli/capture.ts'

export interface TriageWith {
  /** Where the configuration is written; paths in it are of this folder. */
  readonly folder: string
  readonly cluster: object
  readonly clients?: object
  readonly at: string
  readonly window?: string
}

/** One triage in this process by a configuration, as JSON. */
export async function triageWith({
  folder,
  cluster,
  clients = {},
  at,
  window = '5m',
}: TriageWith): Promise<TriageJson> {
  const config = join(folder, 'whyslow.yml')
  // JSON is YAML.
  await writeFile(
    config,
    JSON.stringify({ clients, triage: { deadline: '20s' }, clusters: [{ name: 'prod', ...cluster }] }),
  )
  const args = ['triage', '--config', config, '--at', at, '--window', window, '--format', 'json']
  const { out, err } = await runAt(() => Date.now(), args)
  expect(err).toBe('')
  const json: TriageJson = JSON.parse(out)
  return json
}
