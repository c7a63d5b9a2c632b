import { describe, expect, it } from 'vitest'
import type { Told } from '../support/evidence.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'
import { aResult } from '../support/incident.ts'
import type { AbsentReason } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { toCardText } from '../../src/report/to-text.ts'
import { bodyBlocks } from '../../src/slack/render-body.ts'

const GROWN: Readonly<Record<string, Told>> = {
  ...AT_WORK,
  queue_time: { now: 5.8, before: 0.054, rows: onEach(5.8) },
  e2e_time: { now: 14.3, before: 8.5, rows: onEach(14.3) },
}

function wordsOf(told: Readonly<Record<string, Told | AbsentReason>>): string {
  return JSON.stringify(bodyBlocks(aResult(anEvidence(told)), inEnglish))
}

describe('the stages', () => {
  it('have a bar for their part of the growth, an empty one for none', () => {
    const words = wordsOf(GROWN)
    expect(words).toMatch(/queue {3}█{8} +5\.8 s was 54 ms/u)
    expect(words).toMatch(/prefill ░{8} +0\.4 s was 0\.4 s/u)
  })

  it('have no bar where the growth is not known, and never a zero for what was not read', () => {
    const words = wordsOf({ ...GROWN, decode_time: 'timeout', prefill_time: { now: 0.4, rows: onEach(0.4) } })
    expect(words).toMatch(/decode {11}not read \(timeout\)/u)
    expect(words).toMatch(/prefill {10} +0\.4 s(?! was)/u)
    expect(words).toMatch(/API {14}not read/u)
    expect(words).not.toMatch(/(?:decode|API|prefill) *[█░]/u)
  })

  it('have no bar when nothing grew', () => {
    expect(wordsOf(AT_WORK)).not.toMatch(/[█░]/u)
  })

  it.each([
    ['a tenth and 50 ms more', { now: 9.4, before: 8.5 }, true],
    ['less than a tenth more', { now: 9.3, before: 8.5 }, false],
    ['less than 50 ms more', { now: 0.13, before: 0.09 }, false],
    ['as long as before', { now: 8.5, before: 8.5 }, false],
  ])('have a bar in Slack where they have one in a terminal: end to end takes %s', (_name, e2e, hasBar) => {
    const told = { ...GROWN, queue_time: { now: 0.2, before: 0.05, rows: onEach(0.2) }, e2e_time: e2e }
    expect(/[█░]/u.test(wordsOf(told))).toBe(hasBar)
    expect(toCardText(aResult(anEvidence(told))).includes('█')).toBe(hasBar)
  })
})

describe('the footnote', () => {
  it('names what is missing with its reason', () => {
    expect(wordsOf({ ...GROWN, gpu_clock: 'http_503' })).toMatch(/\d+ signals read, 1 missing: [^"]*\(HTTP 503\) · /u)
    expect(wordsOf(GROWN)).toMatch(/signals read, none missing/u)
  })

  it('counts one query as one', () => {
    const { evidence, ...result } = aResult(anEvidence(GROWN))
    expect(JSON.stringify(bodyBlocks({ ...result, evidence, queries: 1 }, inEnglish))).toContain('· 1 query in')
  })
})
