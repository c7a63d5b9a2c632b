import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { mendOf, missingTexts } from '../../src/report/missing-text.ts'

const one = { signal: 's', title: 'GPU clock', enableWith: 'scrape dcgm-exporter' }

describe('missingTexts', () => {
  it('says how to enable what the fleet does not expose', () => {
    expect(missingTexts([{ ...one, reason: 'not_exposed', detail: 'no DCGM series' }], inEnglish)).toEqual([
      'GPU clock: not exposed (no DCGM series); scrape dcgm-exporter',
    ])
  })

  it('says the same of what is not set up', () => {
    expect(missingTexts([{ ...one, reason: 'not_configured' }], inEnglish)).toEqual([
      'GPU clock: not configured; scrape dcgm-exporter',
    ])
  })

  it.each(['no_traffic', 'no_samples', 'stale'] as const)('has nothing set up for %s', (reason) => {
    expect(missingTexts([{ ...one, reason }], inEnglish)).toEqual([`GPU clock: ${reason.replace('_', ' ')}`])
    expect(mendOf({ ...one, reason })).toBe('')
  })

  it('makes one line of what one failure of a source took away', () => {
    const lost = { reason: 'unreachable', detail: 'ECONNREFUSED' } as const
    expect(
      missingTexts(
        [
          { ...one, ...lost },
          { ...one, title: 'waiting', ...lost },
        ],
        inEnglish,
      ),
    ).toEqual(['unreachable (ECONNREFUSED): GPU clock; waiting'])
  })

  it('makes one line of what one step would mend', () => {
    const texts = missingTexts(
      [
        { ...one, reason: 'not_exposed' },
        { ...one, title: 'GPU power', reason: 'not_exposed' },
        { ...one, title: 'waiting', enableWith: 'scrape vLLM', reason: 'not_exposed' },
      ],
      inEnglish,
    )
    expect(texts).toEqual([
      'GPU clock; GPU power: not exposed; scrape dcgm-exporter',
      'waiting: not exposed; scrape vLLM',
    ])
  })

  it('tells HTTP failures apart', () => {
    const texts = missingTexts(
      [
        { ...one, reason: 'http_503' },
        { ...one, reason: 'http_429' },
      ],
      inEnglish,
    )
    expect(texts).toEqual(['HTTP 503: GPU clock', 'HTTP 429: GPU clock'])
  })

  it('names the first few of many, and counts the others', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...one,
      title: `signal ${index}`,
      reason: 'timeout' as const,
    }))
    expect(missingTexts(many, inEnglish)).toEqual([
      'timeout: signal 0; signal 1; signal 2; signal 3; signal 4; signal 5 and 3 more',
    ])
  })
})
