import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'
import type { Told } from '../support/evidence.ts'

/** What is off: everywhere, or on one of four. */
const STRAYS: readonly (readonly [string, (value: number) => number])[] = [
  ['gone to nothing', () => 0],
  ['a third', (value) => value * 0.3],
  ['three times as much', (value) => value * 3],
  ['twenty times as much', (value) => value * 20],
  ['one more', (value) => value + 1],
  ['fifty more', (value) => value + 50],
]

/** What one reading says by itself, since it is an answer that failed, or a time that is nobody else's. */
const BY_ITSELF: Readonly<Record<string, string>> = {
  kv_peak: 'benign.high_kv_no_queue',
  preemptions: 'benign.mild_preemption',
  abort_share: 'outside',
  e2e_time: 'frontend',
  envoy_overflow: 'outside.gateway_limit',
  envoy_timeouts: 'outside.gateway_timeout',
  gateway_errors: 'outside',
  gateway_ttft: 'outside.gateway_buffering',
  gateway_gave_up: 'outside',
  gateway_latency: 'outside',
  gateway_timeouts: 'outside.gateway_timeout',
}

function stray(usual: Told, off: (value: number) => number, isEverywhere: boolean): Told {
  const rows = Object.entries(usual.rows ?? {}).map(([name, value]) => {
    const [now, before] = typeof value === 'number' ? [value, value] : value
    return [name, [isEverywhere || name === 'a' ? off(now) : now, before] as const] as const
  })
  const fleet = usual.now === undefined ? {} : { now: isEverywhere ? off(usual.now) : usual.now }
  return { ...usual, ...fleet, rows: Object.fromEntries(rows) }
}

describe('one reading that is off in a fleet that is well', () => {
  it.each(STRAYS)('%s: convicts nobody of whom it does not tell itself, whichever it is', (_, off) => {
    const wrong = SIGNALS.flatMap(({ id }) => {
      const usual = AT_WORK[id] ?? { now: 0, before: 0, rows: onEach([0, 0] as const) }
      return [true, false].flatMap((isEverywhere) => {
        const evidence = anEvidence({ ...AT_WORK, [id]: stray(usual, off, isEverywhere) })
        const { cause, certainty } = decide(evidence, inEnglish).headline
        const isTold = cause === 'healthy' || cause === BY_ITSELF[id]
        return certainty === 'firm' && !isTold ? [`${id}, ${isEverywhere ? 'everywhere' : 'a'}: ${cause}`] : []
      })
    })
    expect(wrong).toEqual([])
  })
})
