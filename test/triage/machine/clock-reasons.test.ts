import { inEnglish } from '../../../src/domain/text.ts'
import { describe, expect, it } from 'vitest'
import { clockHeldBy, reasonsIn } from '../../../src/triage/machine/clock-reasons.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

describe('reasonsIn', () => {
  it.each([
    [0, []],
    [0x1, ['idle']],
    [0x4, ['software power cap']],
    [0x8, ['hardware slowdown']],
    [0x24, ['software power cap', 'software thermal slowdown']],
    [0x48, ['hardware slowdown', 'hardware thermal slowdown']],
    [0x88, ['hardware slowdown', 'hardware power brake']],
    [0x100, ['display clocks']],
    [
      0x1ff,
      [
        'idle',
        'clocks set by hand',
        'software power cap',
        'hardware slowdown',
        'sync boost',
        'software thermal slowdown',
        'hardware thermal slowdown',
        'hardware power brake',
        'display clocks',
      ],
    ],
    // Bits that this does not know are no reason to say anything.
    [0x200, []],
  ])('of %i are %j', (mask, names) => {
    expect(reasonsIn(mask).map(inEnglish)).toEqual(names)
  })
})

describe('clockHeldBy', () => {
  it.each([
    ['nothing', 0, 'no', 'no'],
    ['idle', 0x1, 'no', 'no'],
    ['clocks set by hand', 0x2, 'no', 'no'],
    ['software power cap', 0x4, 'no', 'yes'],
    ['power cap while idle', 0x5, 'no', 'yes'],
    // Either of heat and power, by an old driver; another GPU of the row may have said "power cap" alone.
    ['hardware slowdown alone', 0x8, 'no', 'unknown'],
    ['software thermal slowdown', 0x20, 'yes', 'unknown'],
    ['hardware thermal slowdown', 0x48, 'yes', 'unknown'],
    ['heat and power at once', 0x24, 'yes', 'yes'],
    ['power brake', 0x88, 'unknown', 'yes'],
  ])('%s: heat and power', (_, mask, heat, power) => {
    const evidence = anEvidence({ ...AT_WORK, gpu_clock_reasons: { now: mask, rows: { ...onEach(0), b: mask } } })
    const key = { instance: 'b' }
    expect(clockHeldBy('heat').answer(evidence, key)).toBe(heat)
    expect(clockHeldBy('power').answer(evidence, key)).toBe(power)
    expect(clockHeldBy('heat').evaluate(evidence, key)).toMatchObject({
      answer: heat,
      used: [{ now: { value: mask } }],
    })
    expect(
      clockHeldBy('heat')
        .evaluate(evidence, key)
        .used.map(({ threshold }) => inEnglish(threshold)),
    ).toEqual(['says software thermal slowdown or hardware thermal slowdown'])
  })

  it('is unknown where no mask is read', () => {
    const evidence = anEvidence({ ...AT_WORK, gpu_clock_reasons: 'not_exposed' })
    expect(clockHeldBy('heat').answer(evidence, { instance: 'b' })).toBe('unknown')
  })
})
