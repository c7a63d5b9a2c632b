import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { verifyRecovery } from '../../src/triage/verify.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'
import type { Told } from '../support/evidence.ts'

const worst = anEvidence({
  ...AT_WORK,
  waiting: { now: 41, rows: { ...onEach(0), b: 41 } },
  waiting_peak: { now: 47, rows: { ...onEach(0), b: 47 } },
  kv_peak: { now: 0.99, rows: { ...onEach(0.5), b: 0.99 } },
  arrivals: { now: 1500, rows: { a: 110, b: 1170, c: 110, d: 110 } },
  e2e_time: { now: 17, before: 8.5 },
  ttft_p99: { now: 9.5, before: 1.2 },
})

function after(told: Readonly<Record<string, Told | 'timeout'>>): Evidence {
  return anEvidence({ ...AT_WORK, ...told })
}

describe('verifyRecovery', () => {
  it.each([
    ['the traffic of before, fast', {}, 'recovered'],
    ['half of the traffic, fast', { generation: { now: 600, before: 2000 } }, 'only_quieter'],
    ['nothing asked', { generation: { now: 0, before: 2000 } }, 'no_traffic'],
    ['still a queue', { waiting: { now: 12 } }, 'still_abnormal'],
    ['one who waits for a moment on most instances', { waiting: { now: 3, rows: onEach(1) } }, 'recovered'],
    ['no queue and slow', { e2e_time: { now: 15, before: 8.5 } }, 'still_abnormal'],
    ['nothing to be read', { waiting: 'timeout' }, 'unknown'],
    ['latency not to be read', { e2e_time: 'timeout' }, 'unknown'],
  ] as const)('%s: %s', (_, told, outcome) => {
    expect(verifyRecovery(worst, after(told), { look: 'last', speak: inEnglish }).outcome).toBe(outcome)
  })

  const HUNG = {
    generation_recent: { now: 1500, rows: { ...onEach(500), b: 0 } },
    steps_recent: { now: 120, rows: { ...onEach(40), b: 0 } },
  }

  it('finds a fault that the alert no longer tells of', () => {
    const last = verifyRecovery(worst, after(HUNG), { look: 'last', speak: inEnglish })
    expect(last.outcome).toBe('still_abnormal')
    expect(last.title).toContain('b hangs')
    expect(verifyRecovery(worst, after(HUNG), { look: 'first', speak: inEnglish }).outcome).toBe('too_early')
  })

  it('says before, peak and now', () => {
    const { lines, shares } = verifyRecovery(worst, after({}), { look: 'last', speak: inEnglish })
    const [waiting, kv] = lines
    expect(waiting).toMatchObject({ before: { value: 0 }, peak: { value: 47 }, now: { value: 0 } })
    expect(kv).toMatchObject({ before: { value: 0.4 }, peak: { value: 0.99 }, now: { value: 0.45 } })
    expect(shares[0]).toMatchObject({ instance: 'b', peak: { value: 0.78 }, now: { value: 0.25 } })
  })

  it('says whether those that were missing are back, and what clients see', () => {
    const down = { up: { now: 3, before: 4, rows: { ...onEach(1), b: 0 } }, gateway_latency: { now: 9, before: 2 } }
    const { lines } = verifyRecovery(anEvidence({ ...AT_WORK, ...down }), after({ gateway_latency: { now: 2.1 } }), {
      look: 'last',
      speak: inEnglish,
    })
    const byTitle = Object.fromEntries(lines.map(({ title, ...line }) => [title, line]))
    expect(byTitle['instances up']).toMatchObject({ before: { value: 4 }, peak: { value: 3 }, now: { value: 4 } })
    expect(byTitle['at the gateway, mean']).toMatchObject({
      before: { value: 2 },
      peak: { value: 9 },
      now: { value: 2.1 },
    })
  })

  it('has no number where there is none', () => {
    const { lines } = verifyRecovery(worst, after({ waiting: 'timeout' }), { look: 'last', speak: inEnglish })
    expect(lines[0]?.now).toEqual({ status: 'absent', reason: 'timeout' })
  })
})
