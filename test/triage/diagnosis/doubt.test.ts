import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import type { Reading } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

/** The GPU of `a` is at its limit, and its tokens take longer. */
const HOT = anEvidence({
  ...AT_WORK,
  inter_token_latency: { now: 0.022, before: 0.02, rows: { ...onEach([0.02, 0.02] as const), a: [0.03, 0.02] } },
  gpu_clock: { now: 1800, before: 1980, rows: { ...onEach([1980, 1980] as const), a: [1300, 1980] } },
  gpu_temperature: { now: 87, before: 66, rows: { ...onEach(66), a: 87 } },
  thermal_throttling: { now: 0.9, rows: { ...onEach(0), a: 0.9 } },
})

/** The same where nothing tells whose GPU it is. */
function shared(evidence: Evidence): Evidence {
  const mark = (reading: Reading): Reading =>
    reading.status === 'absent'
      ? reading
      : { ...reading, rows: reading.rows.map((row) => ({ ...row, isShared: true as const })) }
  const readings = Object.entries(evidence.readings).map(([id, reading]) => [
    id,
    id.startsWith('gpu_') || id.endsWith('_throttling') ? mark(reading) : reading,
  ])
  return { ...evidence, readings: Object.fromEntries(readings) }
}

describe('doubtOf', () => {
  it('is firm where the GPU is known to be of the instance', () => {
    expect(decide(HOT, inEnglish).headline).toMatchObject({
      cause: 'decode.thermal_throttle',
      certainty: 'firm',
      instances: ['a'],
    })
  })

  it('is tentative where it may be of another instance', () => {
    expect(decide(shared(HOT), inEnglish).headline).toMatchObject({
      cause: 'decode.thermal_throttle',
      certainty: 'tentative',
    })
  })
})
