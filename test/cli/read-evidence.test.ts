import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringifyEvidence } from '../../src/cli/evidence-file.ts'
import { readEvidence } from '../../src/cli/read-evidence.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { EVIDENCE } from '../report/worked-incident.ts'
import { run } from './capture.ts'

const NOW = unixSeconds(1_796_000_000)

describe('a file of evidence', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whyslow-evidence-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function write(name: string, text: string): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }

  it('is what was saved, whatever its name', async () => {
    const path = await write('saved', stringifyEvidence(EVIDENCE))
    expect(await readEvidence(path, NOW)).toEqual(EVIDENCE)
  })

  it('is what was saved, also where its name says YAML', async () => {
    const path = await write('saved.yml', stringifyEvidence(EVIDENCE))
    expect(await readEvidence(path, NOW)).toEqual(EVIDENCE)
  })

  it.each(['-41', '1e308', '"NaN"', '"-Inf"'])('is refused where somebody wrote %s into it', async (value) => {
    const text = stringifyEvidence(EVIDENCE).replace('"value": 41', `"value": ${value}`)
    const reading = readEvidence(await write('edited.json', text), NOW)
    await expect(reading).rejects.toThrow(
      /edited\.json: evidence\.readings\.waiting_mean\S*.{0,60} cannot be; write a number from 0 to \S+ \(requests\)$/u,
    )
  })

  it.each([
    ['incident.yml', 'story: x\nreadings: { up: 3 }'],
    ['incident.YAML', '{ story: x, readings: { up: 3 } }'],
    ['incident.json', '{ "story": "x", "readings": { "up": 3 } }'],
    ['incident', 'story: x\nreadings: { up: 3 }'],
  ])('is an incident that a person wrote: %s', async (name, text) => {
    const { readings, takenAt } = await readEvidence(await write(name, text), NOW)
    expect(readings['up']).toMatchObject({ source: 'file', fleet: { value: 3 } })
    expect(takenAt).toBe(NOW)
  })

  it.each([
    ['broken.json', '{', 'is not JSON'],
    ['old.json', '{ "schema": "whyslow/evidence/v0" }', 'is not saved evidence'],
    ['other.json', '{ "a": 1 }', 'is not saved evidence'],
    ['incident.json', '{ "story": "x", "a": 1 }', 'incident.json: a: unknown key'],
    ['list.json', '[1]', 'list.json: the file: write keys and values'],
  ])('refuses %s', async (name, text, message) => {
    await expect(readEvidence(await write(name, text), NOW)).rejects.toThrow(message)
  })

  it('is decided on by whyslow triage', async () => {
    const path = await write('down.yml', 'story: x\nexpectations: { instances: 4 }\nreadings: { up: 3 }')
    const { code, out, err } = await run('triage', '--evidence', path, '--format', 'json')
    expect({ code, err }).toEqual({ code: 10, err: '' })
    expect(JSON.parse(out)).toMatchObject({ headline: { cause: 'instance.down' }, queries: 0 })
  })

  it('has a schema to be written by', async () => {
    expect(JSON.parse((await run('triage', '--schema', 'incident')).out)).toMatchObject({ title: 'whyslow incident' })
    expect(JSON.parse((await run('triage', '--schema')).out)).toMatchObject({ title: 'whyslow/triage/v1' })
    expect((await run('triage', '--schema', 'x')).code).toBe(2)
  })
})
