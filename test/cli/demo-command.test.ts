import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import { run } from './capture.ts'

describe('whyslow demo', () => {
  it('tells the worked incident to its end', async () => {
    const { code, out, err } = await run('demo', '--once')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('no number is real')
    expect(out).toMatch(/10\.0\.1\.22:8000 takes 7\d % of arrivals \(fair share 25 %\)/)
    expect(out).toMatch(/Who +10\.42\.9\.80: (?:5[7-9]|6[0-3]) % of requests, 7\d % of request bytes/u)
    expect(out).toContain('→ queue.skew  [✓ yes]')
    expect(out).toContain('🟢 Recovered')
    expect(out).toMatch(/^Who +(?!not read).*10\.42\.9\.80/mu)
  })

  it('tells another incident when asked', async () => {
    const { out } = await run('demo', '--once', '--scenario', 'hang')
    expect(out).toContain('→ engine.hang  [✓ yes]')
    expect(out).toContain('Mended')
  })

  it.each([
    [['--speed', '0'], '--speed "0" is not between 1 and 120'],
    [['--speed', 'fast'], '--speed "fast" is not between 1 and 120'],
    [['--port', '70000'], '--port "70000" is no port'],
    [['--port', '-1'], '--port "-1" is no port'],
    [['--alertmanager', 'ftp://x'], '--alertmanager "ftp://x" is no address, such as http://127.0.0.1:9093'],
    [['--language', 'fr'], '--language "fr" is none that whyslow speaks; write en or zh'],
    [['--language', ''], '--language "" is none that whyslow speaks; write en or zh'],
    [['--language', 'zh-TW'], '--language "zh-TW" is none that whyslow speaks; write en or zh'],
    [['--language', 'zh-CN'], '--once prints English; for --language zh-CN leave it out'],
  ])('refuses %j in one line', async (flags, line) => {
    expect(await run('demo', '--once', ...flags)).toMatchObject({ code: 2, out: '', err: `whyslow: ${line}\n` })
  })

  it('lists what there is', async () => {
    const { out } = await run('demo', '--list')
    expect(out.trimEnd().split('\n')).toHaveLength(catalog.length)
  })
})
