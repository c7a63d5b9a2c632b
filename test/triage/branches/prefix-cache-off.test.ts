import { expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import { absent } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

const SLOW_PREFILL = anEvidence({
  ...AT_WORK,
  prefix_hit_ratio: { before: 0.6 },
  prefill_time: { now: 1.2, before: 0.4 },
  e2e_time: { now: 9.3, before: 8.5 },
  ttft_mean: { now: 1.3, before: 0.5 },
})

/** The counters stand still: now 0/0, before a ratio. */
function withoutLookUps(evidence: Evidence): Evidence {
  const { prefix_hit_ratio: ratio } = evidence.readings
  if (ratio?.status !== 'present') throw new Error('no ratio')
  const still = { ...ratio, fleet: absent('no_traffic') }
  return { ...evidence, readings: { ...evidence.readings, prefix_hit_ratio: still } }
}

it('says that caching was turned off where look-ups stopped while prompts come', () => {
  const { headline } = decide(withoutLookUps(SLOW_PREFILL), inEnglish)
  expect(headline).toMatchObject({ cause: 'prefill.prefix_cache_off', certainty: 'firm' })
  expect(headline.title).toContain('it hit 60 % before')
})

it('says nothing of it where the counters were not read', () => {
  expect(decide(SLOW_PREFILL, inEnglish).headline.cause).toBe('prefill')
})
