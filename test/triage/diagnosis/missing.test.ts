import { describe, expect, it } from 'vitest'
import type { AbsentReason } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { missingOf } from '../../../src/triage/diagnosis/missing.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

function missing(signal: string, reason: AbsentReason): boolean {
  return missingOf(anEvidence({ ...AT_WORK, [signal]: reason })).some((one) => one.signal === signal)
}

describe('what is missing', () => {
  it.each<[string, string, AbsentReason, boolean]>([
    ['a gauge that was not answered', 'kv_usage', 'timeout', true],
    ['a gauge that nobody exposes', 'kv_usage', 'not_exposed', true],
    ['a ratio of nothing', 'prefix_hit_ratio', 'no_traffic', false],
    ['a feature that the fleet does without', 'spec_acceptance', 'not_exposed', false],
    ['a feature of yesterday', 'spec_acceptance', 'no_samples', false],
    ['a feature at rest', 'external_hit_ratio', 'no_traffic', false],
    ['a feature that was not answered', 'spec_acceptance', 'timeout', true],
  ])('%s: %s, %s', (_, signal, reason, expected) => {
    expect(missing(signal, reason)).toBe(expected)
  })

  it('speaks of the file, and of no scrape, where a person wrote the readings down', () => {
    const file = { source: 'file', status: 'ok', queries: 0, notes: [] } as const
    const [one] = missingOf(anEvidence({}, { sources: [file] }))
    expect(one === undefined ? '' : inEnglish(one.enableWith)).toBe(
      'if it is known, write it into the file, under readings',
    )
  })
})
