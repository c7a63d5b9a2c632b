import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { recordHistory, writeHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { skew } from '../../src/sandbox/scenarios/skew.ts'
import { NOW, run } from './capture.ts'

let folder = ''
const file = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whyslow-chart-'))
  const end = unixSeconds(NOW / 1000)
  await writeHistory(await recordHistory({ scenario: skew, end, duration: minutes(80) }), file('skew.om'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const SKEW = /^🔴 triage · .*\n10\.0\.1\.22:8000 takes/

describe('whyslow triage --chart', () => {
  it('draws a picture beside the text', async () => {
    const { code, out, err } = await run('triage', '--recording', file('skew.om'), '--chart', file('chart.png'))
    expect({ code, err }).toEqual({ code: 10, err: '' })
    expect(out).toMatch(SKEW)
    const png = await readFile(file('chart.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // The width is stated at this place.
    expect(png.readUInt32BE(16)).toBe(1080)
  })

  it.each([
    ['a folder', '.', 'it is a folder; name a file'],
    ['a file in no folder', 'nowhere/x.png', 'there is no folder nowhere; make it, or name another file'],
  ])('says what it found, and then in one line that it cannot write to %s', async (_name, path, problem) => {
    const { code, out, err } = await run('triage', '--recording', file('skew.om'), '--chart', path)
    expect(out).toMatch(SKEW)
    expect({ code, err }).toEqual({
      code: 2,
      err: `whyslow: --chart ${path} cannot be written: ${problem}; the triage itself ended with 10\n`,
    })
  })

  it('says why there is none, and ends as it would without', async () => {
    await writeFile(file('empty.om'), 'up{job="vllm"} 1 1796000000\n# EOF\n')
    const without = await run('triage', '--prometheus', 'http://127.0.0.1:1', '--format', 'json')
    const withIt = await run(
      'triage',
      '--prometheus',
      'http://127.0.0.1:1',
      '--format',
      'json',
      '--chart',
      file('no.png'),
    )
    expect(withIt.code).toBe(without.code)
    expect(withIt.out).not.toBe('')
    expect(withIt.err).toMatch(/^whyslow: no chart: .+\n$/)
    const empty = await run('triage', '--recording', file('empty.om'), '--chart', file('no.png'))
    expect(empty.err).toMatch(/^whyslow: no chart: .+\n$/)
    await expect(readFile(file('no.png'))).rejects.toThrow('ENOENT')
  })

  it('is refused with saved evidence, which holds no history', async () => {
    const { code, out, err } = await run('triage', '--evidence', 'x.json', '--chart', file('no.png'))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      /^whyslow: --chart cannot be drawn from --evidence, which holds .* no history; .*--save-evidence\n$/u,
    )
  })
})
