import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { up } from '../../../src/signals/scrape.ts'
import { serving } from '../../../src/signals/serving.ts'
import { kvPeak, waitingMean } from '../../../src/signals/vllm/scheduler.ts'
import { decide } from '../../../src/triage/decide.ts'
import { anyRow, mostRows, rowAbove, rowIsZero, together } from '../../../src/triage/predicates/row-tests.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'
import type { Told } from '../../support/evidence.ts'

function certaintyOf(told: Readonly<Record<string, Told>>): readonly [string, string] {
  const evidence: Evidence = anEvidence({ ...AT_WORK, ...told })
  const { headline } = decide(evidence, inEnglish)
  return [headline.cause, headline.certainty]
}

const SLOWER_ON_A = { now: 0.022, before: 0.02, rows: { ...onEach([0.02, 0.02] as const), a: [0.03, 0.02] as const } }
const HOT_A = {
  inter_token_latency: SLOWER_ON_A,
  gpu_clock: { now: 1800, before: 1980, rows: { ...onEach([1980, 1980] as const), a: [1300, 1980] as const } },
  gpu_temperature: { now: 87, before: 66, rows: { ...onEach([66, 66] as const), a: [87, 66] as const } },
}

describe('a no shows the row that came nearest', () => {
  it('also where it is the last by name', () => {
    const evidence = anEvidence({ ...AT_WORK, kv_peak: { now: 0.96, rows: { ...onEach(0.4), d: 0.96 } } })
    const outcome = anyRow(rowAbove(kvPeak, 0.97)).evaluate(evidence)
    expect([outcome.answer, outcome.used[0]?.row?.instance]).toEqual(['no', 'd'])
  })

  it('also of two tests together, by the one that it fails', () => {
    const evidence = anEvidence({
      ...AT_WORK,
      kv_peak: { now: 0.99, rows: { a: 0.99, b: 0.96, c: 0.4, d: 0.99 } },
      waiting_mean: { now: 0, rows: { a: 0, b: 30, c: 30, d: 0.5 } },
    })
    const outcome = anyRow(together(rowAbove(kvPeak, 0.97), rowAbove(waitingMean, 1))).evaluate(evidence)
    expect([outcome.answer, outcome.used[0]?.row?.instance, outcome.used[0]?.signal]).toEqual(['no', 'b', 'kv_peak'])
  })
})

describe('those who are asked directly', () => {
  const isDead = together(rowIsZero(up), rowIsZero(serving))

  it.each([anyRow(isDead), mostRows(isDead, 0.7)])(
    'may be others than those that are known, where none of them was read: $text',
    (test) => {
      const unread = anEvidence({ ...AT_WORK, serving: 'timeout' })
      expect(test.evaluate(unread)).toMatchObject({ answer: 'unknown', missing: [serving], isUnread: true })
      const read = anEvidence({ ...AT_WORK, serving: { now: 4, rows: onEach(1) } })
      expect(test.evaluate(read).answer).toBe('no')
    },
  )
})

describe('a confirmation is of the very instance', () => {
  it.each([
    ['its own GPU says so', { a: 0.9 }, ['decode.thermal_throttle', 'firm']],
    ['another GPU says so, and its own denies it', { a: 0, b: 0.9 }, ['decode', 'tentative']],
  ] as const)('a clock held down by heat: %s', (_, rows, expected) => {
    const thermal_throttling = { now: 0.2, rows: { ...onEach(0), ...rows } }
    expect(certaintyOf({ ...HOT_A, thermal_throttling })).toEqual(expected)
  })

  it('a slow token elsewhere does not make a cool, slow clock the cause', () => {
    const inter_token_latency = { ...SLOWER_ON_A, rows: { ...onEach([0.02, 0.02] as const), b: [0.03, 0.02] as const } }
    const thermal_throttling = { now: 0.2, rows: { ...onEach(0), a: 0.9 } }
    expect(certaintyOf({ ...HOT_A, inter_token_latency, thermal_throttling })).toEqual(['decode', 'tentative'])
  })

  it('starts of one process and resets of another are no loop', () => {
    const restarts = { now: 3, rows: { ...onEach(0), a: 3 } }
    const counter_resets = { now: 3, rows: { ...onEach(0), b: 3 } }
    expect(certaintyOf({ restarts, counter_resets })[0]).not.toBe('engine.crash_loop')
  })

  it('a long queue on a peer does not confirm that the hot instance has one', () => {
    const told = {
      arrivals: { now: 1500, rows: { a: 1200, b: 100, c: 100, d: 100 } },
      waiting_mean: { now: 40, before: 0, rows: { ...onEach(0), a: 40 } },
      queue_time: { now: 0.06, before: 0.05, rows: { ...onEach(0.05), b: 9 } },
    }
    expect(certaintyOf(told)).toEqual(['queue', 'tentative'])
  })
})
