import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import { run } from './capture.ts'

describe('whyslow demo', () => {
  it('tells the worked incident to its end', async () => {
    const { code, out, err } = await run('demo')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('no number is real')
    expect(out).toMatch(/10\.0\.1\.22:8000 takes 7\d % of arrivals \(fair share 25 %\)/)
    expect(out).toContain('→ queue.skew  [✓ yes]')
    expect(out).toContain('🟢 Recovered')
  })

  it('stops after the triage when told', async () => {
    const { out } = await run('demo', '--once', '--scenario', 'hang')
    expect(out).toContain('→ engine.hang  [✓ yes]')
    expect(out).not.toContain('Mended')
  })

  it('lists what there is', async () => {
    const { out } = await run('demo', '--list')
    expect(out.trimEnd().split('\n')).toHaveLength(catalog.length)
  })
})
