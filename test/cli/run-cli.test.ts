import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { recordHistory, writeHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { findScenario } from '../../src/sandbox/scenarios/catalog.ts'
import type { TriageJson } from '../../src/report/triage-json.ts'
import { NOW, run } from './capture.ts'

let folder = ''
const file = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whyslow-cli-'))
  for (const id of ['skew', 'healthy', 'high-kv']) {
    const scenario = findScenario(id)
    if (scenario === undefined) throw new Error(`no scenario ${id}`)
    await writeHistory(await recordHistory({ scenario, end: unixSeconds(NOW / 1000) }), file(`${id}.om`))
  }
  const alert = {
    status: 'firing',
    labels: { alertname: 'VLLMTTFTHigh', model_name: 'qwen2.5-7b' },
    startsAt: '2026-11-29T13:56:00Z',
  }
  const other = { ...alert, labels: { alertname: 'VLLMAborts', model_name: 'qwen2.5-7b', instance: '10.0.1.22:8000' } }
  await writeFile(file('webhook.json'), JSON.stringify({ version: '4', status: 'firing', alerts: [alert, other] }))
  await writeFile(file('not-a-webhook.json'), '{"hello":1}')
  await writeFile(file('no-json'), 'hello')
  await writeFile(file('empty.om'), '# EOF\n')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('whyslow triage', () => {
  it('ends with 10 for a cause', async () => {
    const { code, out, err } = await run('triage', '--recording', file('skew.om'))
    expect({ code, err }).toEqual({ code: 10, err: '' })
    expect(out).toMatch(/^🔴 triage · recording · 13:57–14:02 UTC +firm\n10\.0\.1\.22:8000 takes \d+ % of arrivals/)
  })

  it.each([
    ['healthy.om', 'healthy'],
    ['high-kv.om', 'benign.high_kv_no_queue'],
  ])('ends with 0 for %s, which is %s', async (name, cause) => {
    const { code, out } = await run('triage', '--recording', file(name), '--format', 'json')
    const json = JSON.parse(out) as TriageJson
    expect({ code, cause: json.headline.cause }).toEqual({ code: 0, cause })
  })

  it('ends with 11 when nothing can be read', async () => {
    const { code, out } = await run('triage', '--prometheus', 'http://127.0.0.1:1', '--format', 'json')
    const json = JSON.parse(out) as TriageJson
    expect({ code, cause: json.headline.cause }).toEqual({ code: 11, cause: 'inconclusive' })
    expect(json.missing.every(({ reason }) => reason === 'unreachable')).toBe(true)
    expect(json.stages.queue.now).toBeNull()
  })

  it('concludes the same from saved evidence', async () => {
    const saved = file('evidence.json')
    const first = await run('triage', '--recording', file('skew.om'), '--format', 'json', '--save-evidence', saved)
    const again = await run('triage', '--evidence', saved, '--format', 'json')
    const untimed = (text: string): unknown => ({ ...(JSON.parse(text) as TriageJson), took_ms: 0 })
    expect(again.code).toBe(10)
    expect(untimed(again.out)).toEqual(untimed(first.out))
  })

  it('says what it found before it says that it cannot save it', async () => {
    const { code, out, err } = await run('triage', '--recording', file('skew.om'), '--save-evidence', 'nowhere/x')
    expect(out).toMatch(/^🔴 triage · .*\n10\.0\.1\.22:8000 takes/)
    expect({ code, err }).toEqual({
      code: 2,
      err: 'whyslow: --save-evidence nowhere/x cannot be written: there is no folder nowhere; make it, or name another file; the triage itself ended with 10\n',
    })
  })

  it('takes alerts, model and start from a saved webhook', async () => {
    const { out } = await run('triage', '--recording', file('skew.om'), '--alert', file('webhook.json'))
    expect(out).toMatch(/^🔴 VLLMTTFTHigh \+1 · recording \/ qwen2\.5-7b · since 13:56 UTC \(6 min\) +firm/)
  })

  it('looks at the time it is told', async () => {
    const before = ['--recording', file('skew.om'), '--at', '2026-11-29T13:50:00Z', '--window', '5m']
    const { code, out } = await run('triage', ...before, '--format', 'json')
    const { incident } = JSON.parse(out) as TriageJson
    expect(incident.window).toEqual({ start: '2026-11-29T13:45:00Z', end: '2026-11-29T13:50:00Z' })
    expect(code).toBe(0)
  })

  it('prints its JSON Schema', async () => {
    const { code, out } = await run('triage', '--schema')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ $id: 'urn:whyslow:triage:v1' })
  })

  it('writes Markdown', async () => {
    const { out } = await run('triage', '--recording', file('skew.om'), '--format', 'markdown')
    expect(out).toMatch(/^# 10\.0\.1\.22:8000 takes/)
  })

  it.each([
    ['no source', [], /^whyslow: nothing to read: give --config FILE, /],
    [
      'a recording that is not there',
      ['--recording', 'nowhere.om'],
      /--recording nowhere\.om cannot be read: there is no such file/,
    ],
    ['a recording that is a folder', ['--recording', 'FOLDER'], /--recording .* is a folder; name a file/],
    ['an empty recording', ['--recording', 'EMPTY'], /holds no sample/],
    [
      'evidence that is not there',
      ['--evidence', 'nowhere.json'],
      /--evidence nowhere\.json cannot be read: there is no such file/,
    ],
    ['evidence that is a folder', ['--evidence', 'FOLDER'], /it is a folder; name a file/],
    ['evidence that is none', ['--evidence', 'WEBHOOK'], /is not saved evidence/],
    ['a webhook that is none', ['--recording', 'SKEW', '--alert', 'OTHER'], /--alert .*: there is no "alerts" list/],
    ['a webhook that is no JSON', ['--recording', 'SKEW', '--alert', 'NO_JSON'], /is not JSON; save the body/],
    [
      'a time that is none',
      ['--recording', 'SKEW', '--at', 'yesterday'],
      /--at "yesterday" is not a time; write it like/,
    ],
    [
      'a window that is none',
      ['--recording', 'SKEW', '--window', '10'],
      /--window "10" is not a duration; write it like 10m/,
    ],
    ['a window of no length', ['--recording', 'SKEW', '--window', '0m'], /--window 0m is out of range/],
    ['a URL with a broken escape', ['--prometheus', 'http://u%ZZ:p@h'], /user and password hold a % .*; write %25/],
    ['a device', ['--recording', '/dev/zero'], /--recording \/dev\/zero is a device; name a file/],
    ['a URL that is none', ['--prometheus', 'prometheus'], /prometheus url: write it like http:/],
    ['a URL of another kind', ['--prometheus', 'ftp://x'], /ftp: is not understood/],
    [
      'a selector that is none',
      ['--prometheus', 'http://127.0.0.1:1', '--selector', '{job='],
      /selector: .*write it like/,
    ],
    ['a format that is none', ['--format', 'xml'], /Allowed choices are text, json/],
    ['an unknown option', ['--recordin', 'x'], /unknown option '--recordin' \(Did you mean --recording\?\)/],
    ['an option without its value', ['--recording'], /argument missing/],
    ['two sources', ['--recording', 'SKEW', '--prometheus', 'http://x'], /cannot be used with/],
    ['evidence and a time', ['--evidence', 'SKEW', '--at', '1795960920'], /cannot be used with/],
    ['evidence and a model', ['--evidence', 'SKEW', '--model', 'm'], /cannot be used with option '--model/],
    ['evidence and a cluster', ['--evidence', 'SKEW', '--cluster', 'c'], /cannot be used with option '--cluster/],
    [
      'evidence and a selector',
      ['--evidence', 'SKEW', '--selector', 's="s"'],
      /cannot be used with option '--selector/,
    ],
    ['text that a terminal obeys', ['--at', '\u001B[2Jx', '--recording', 'SKEW'], /--at "x" is not a time/],
  ])('answers %s with one line and 2', async (_, args, message) => {
    const places: Readonly<Record<string, string>> = {
      SKEW: file('skew.om'),
      EMPTY: file('empty.om'),
      FOLDER: folder,
      WEBHOOK: file('webhook.json'),
      OTHER: file('not-a-webhook.json'),
      NO_JSON: file('no-json'),
    }
    const { code, out, err } = await run('triage', ...args.map((arg) => places[arg] ?? arg))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^whyslow: [^\n]+\n$/)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n {4}at |undefined|\[object/)
  })
})

describe('whyslow', () => {
  it('prints only its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  it('helps', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const command of ['triage', 'tree', 'demo']) expect(out).toContain(`  ${command}`)
  })

  it('helps with a command either way', async () => {
    expect(await run('help')).toEqual(await run('--help'))
    expect(await run('help', 'triage')).toEqual(await run('triage', '--help'))
  })

  it.each([
    [['trea'], /unknown command 'trea' \(Did you mean tree\?\)/],
    [['tree', '--format', 'svg'], /Allowed choices are text, mermaid, markdown/],
    [['triage', '--nope'], /unknown option '--nope'; see: whyslow triage --help/],
    [['help', 'trea'], /there is no command "trea"; list them with: whyslow --help/],
    [['tree', 'extra'], /too many arguments/],
    [['demo', '--scenario', 'nothing'], /--scenario "nothing" is not known; list them with: whyslow demo --list/],
  ])('answers %j with one line and 2', async (args, message) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^whyslow: [^\n]+\n$/)
    expect(err).toMatch(message)
  })

  it('prints the tree in each way', async () => {
    expect((await run('tree')).out).toContain('→ queue.skew\n')
    expect((await run('tree', '--format', 'mermaid')).out).toMatch(/^flowchart TD\n/)
    expect((await run('tree', '--format', 'markdown')).out).toMatch(/^# What whyslow looks for\n/)
  })
})
