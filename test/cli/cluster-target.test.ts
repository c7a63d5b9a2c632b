import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { run } from './capture.ts'

const PROMETHEUS = '{ url: http://127.0.0.1:1 }'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whyslow-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function triage(config: string, ...args: readonly string[]): Promise<TriageJson['incident'] & { code: number }> {
  const { code, out, err } = await run('triage', '--config', config, '--format', 'json', ...args)
  expect(err).toBe('')
  return { ...(JSON.parse(out) as TriageJson).incident, code }
}

describe('whyslow triage --config', () => {
  it('reads the only cluster, over the window of the configuration', async () => {
    const config = await write(
      'one.yml',
      `triage: { window: 7m }\nclusters: [{ name: prod, prometheus: ${PROMETHEUS} }]`,
    )
    const { code, scope, window } = await triage(config, '--model', 'qwen')
    expect({ code, scope }).toEqual({ code: 11, scope: { cluster: 'prod', model_name: 'qwen', instance: null } })
    expect(window).toEqual({ start: '2026-11-29T13:55:00Z', end: '2026-11-29T14:02:00Z' })
  })

  it('needs no secret of the webhook', async () => {
    const config = await write(
      'webhook.yml',
      `webhook: { bearer_token_env: WHYSLOW_NO_SUCH_TOKEN }\nclusters: [{ name: prod, prometheus: ${PROMETHEUS} }]`,
    )
    expect((await triage(config)).code).toBe(11)
  })

  it('takes the cluster that is named, or that the alerts name', async () => {
    const clusters = ['east', 'west'].map((name) => `{ name: ${name}, prometheus: ${PROMETHEUS} }`)
    const config = await write('two.yml', `clusters: [${clusters.join(', ')}]`)
    const labels = { alertname: 'VLLMTTFTHigh', cluster: 'west', model_name: 'qwen' }
    const alert = { status: 'firing', labels, startsAt: '2026-11-29T13:56:00Z' }
    const webhook = await write('webhook.json', JSON.stringify({ status: 'firing', alerts: [alert] }))

    expect((await triage(config, '--cluster', 'east')).scope.cluster).toBe('east')
    expect((await triage(config, '--alert', webhook)).scope).toMatchObject({ cluster: 'west', model_name: 'qwen' })
    // What is typed beats the alerts, and their model is another cluster's.
    expect((await triage(config, '--alert', webhook, '--cluster', 'east')).scope).toMatchObject({
      cluster: 'east',
      model_name: null,
    })
    const unsaid = await run('triage', '--config', config)
    expect(unsaid).toMatchObject({ code: 2, err: 'whyslow: which cluster? name one with --cluster: east, west\n' })
    const unknown = await run('triage', '--config', config, '--cluster', 'north')
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain(
      'there is no cluster "north" in the configuration; name one with --cluster: east, west',
    )
  })

  it.each([
    [
      'a file that is not there',
      'NOWHERE',
      /NOWHERE: cannot be read \(there is no such file\); name another file with --config/,
    ],
    [
      'an unknown key',
      'clusters: [{ name: a, prometheus: { url: http://x }, selectr: x }]',
      /selectr: unknown key; did you mean selector\?/,
    ],
    ['a key of the wrong kind', 'clusters: yes', /clusters: write a list/],
    ['what is no YAML', 'clusters: [', /this is not YAML/],
  ])('answers %s with one line and 2', async (name, text, message) => {
    const config = text === 'NOWHERE' ? join(folder, 'NOWHERE') : await write(`${name}.yml`, text)
    const { code, out, err } = await run('triage', '--config', config)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^whyslow: [^\n]+\n$/)
    expect(err).toMatch(message)
  })
})
