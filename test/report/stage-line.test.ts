import { describe, expect, it } from 'vitest'
import type { StageTime } from '../../src/domain/diagnosis.ts'
import { type Measure, absent, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { hasStages, stagePieces } from '../../src/report/stage-line.ts'
import { DIAGNOSIS } from './worked-incident.ts'

const NONE = absent('no_traffic')
const UNREAD = stage(NONE)

describe('stagePieces', () => {
  it('puts the bar on the stage that grew most, by its part of the growth', () => {
    expect(stagePieces(DIAGNOSIS, inEnglish)[0]).toBe('queue █████████ 8.0 s (was 0.2 s)')
  })

  it('draws none where growth is unknown', () => {
    const budget = {
      queue: stage(present(1)),
      prefill: stage(present(3)),
      decode: UNREAD,
      api_server: UNREAD,
      outside: UNREAD,
      e2e: UNREAD,
    }
    expect(stagePieces({ ...DIAGNOSIS, budget }, inEnglish)).toEqual([
      'queue 1.0 s',
      'prefill 3.0 s',
      'decode not read (no traffic)',
      'API not read (no traffic)',
      'outside not read (no traffic)',
    ])
  })

  it('says which part of the whole is in no stage that was read', () => {
    const budget = { ...DIAGNOSIS.budget, queue: stage(present(1)), prefill: stage(present(1.5)), decode: UNREAD }
    const pieces = stagePieces({ ...DIAGNOSIS, budget: { ...budget, e2e: stage(present(6)) } }, inEnglish)
    expect(pieces.at(-1)).toBe('not measured: 3.5 s of 6.0 s')
    const read = { ...budget, decode: stage(present(3.4)), e2e: stage(present(6)) }
    expect(stagePieces({ ...DIAGNOSIS, budget: read }, inEnglish).join('')).not.toContain('not measured')
    const unknown = { ...budget, e2e: UNREAD }
    expect(stagePieces({ ...DIAGNOSIS, budget: unknown }, inEnglish).join('')).not.toContain('not measured')
  })

  it('never draws a bar longer than ten or of nothing', () => {
    const grew = { ...stage(present(5)), growthShare: present(3.7) }
    const budget = { ...DIAGNOSIS.budget, queue: grew }
    expect(stagePieces({ ...DIAGNOSIS, budget }, inEnglish)[0]).toBe('queue ██████████ 5.0 s')
    const tiny = { ...stage(present(5)), growthShare: present(0.001) }
    const small = {
      queue: tiny,
      prefill: UNREAD,
      decode: UNREAD,
      api_server: UNREAD,
      outside: UNREAD,
      e2e: DIAGNOSIS.budget.e2e,
    }
    expect(stagePieces({ ...DIAGNOSIS, budget: small }, inEnglish)[0]).toBe('queue █ 5.0 s')
  })

  it.each([
    ['as before', 2, 2],
    ['less than a tenth more', 2.19, 2],
    ['more by less than 50 ms', 0.13, 0.09],
    ['less', 1, 2],
  ])('draws none where end to end takes %s', (_, now, was) => {
    const e2e = { now: present(now), baseline: present(was), growthShare: present(1) }
    const pieces = stagePieces({ ...DIAGNOSIS, budget: { ...DIAGNOSIS.budget, e2e } }, inEnglish)
    expect(pieces.join('')).not.toMatch(/█|was/)
  })

  it('draws one from a tenth and 50 ms more on', () => {
    const e2e = { now: present(0.56), baseline: present(0.5), growthShare: present(1) }
    expect(stagePieces({ ...DIAGNOSIS, budget: { ...DIAGNOSIS.budget, e2e } }, inEnglish).join('')).toContain('█')
  })

  it('draws none when nothing was read or nothing took time', () => {
    for (const each of [UNREAD, stage(present(0)), stage(present(NaN))]) {
      const budget = { queue: each, prefill: each, decode: each, api_server: each, outside: each, e2e: each }
      expect(stagePieces({ ...DIAGNOSIS, budget }, inEnglish).join('')).not.toContain('█')
    }
  })
})

describe('hasStages', () => {
  it('is false only when no stage could be read', () => {
    const budget = {
      queue: UNREAD,
      prefill: UNREAD,
      decode: UNREAD,
      api_server: UNREAD,
      outside: UNREAD,
      e2e: stage(present(1)),
    }
    expect(hasStages({ ...DIAGNOSIS, budget })).toBe(false)
    expect(hasStages({ ...DIAGNOSIS, budget: { ...budget, outside: stage(present(0)) } })).toBe(true)
  })
})

function stage(now: Measure): StageTime {
  return { now, baseline: NONE, growthShare: NONE }
}
