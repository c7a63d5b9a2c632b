import { describe, expect, it } from 'vitest'
import { absent, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { recoveryText } from '../../src/report/recovery-text.ts'
import { RECOVERY_ICONS } from '../../src/report/standing.ts'

describe('recoveryText', () => {
  it('says before, peak and now, and what could not be read', () => {
    const text = recoveryText(
      {
        outcome: 'only_quieter',
        title: 'Fast again, but with much less traffic.',
        lines: [
          { title: 'waiting', unit: 'requests', before: present(0), peak: present(77), now: present(0) },
          { title: 'KV cache', unit: 'ratio', before: absent('no_samples'), peak: present(0.99), now: absent('stale') },
        ],
        shares: [{ instance: 'a\u001B[31m:8000', peak: present(0.78), now: present(0.25) }],
      },
      inEnglish,
    )
    expect(text.split('\n')).toEqual([
      '🟡 Fast again, but with much less traffic.',
      '  waiting          0 requests → 77 requests → 0 requests',
      '  KV cache         not read (no samples) → 99 % → not read (stale)',
      '  share of a:8000  78 % → 25 %',
    ])
  })

  it('has the sign of the outcome, red for none', () => {
    const signs = Object.entries(RECOVERY_ICONS)
    expect(signs.map(([, sign]) => sign)).not.toContain('🔴')
    for (const [outcome, sign] of signs) {
      const text = recoveryText({ outcome: outcome as never, title: 'x', lines: [], shares: [] }, inEnglish)
      expect(text).toBe(`${sign} x`)
    }
  })
})
