import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'

const AT_REST: Readonly<Record<string, ToldOrAbsent>> = {
  running: { now: 0, rows: { a: 0, b: 0 } },
  waiting_peak: { now: 0 },
  generation: { now: 0, before: 0 },
}
const SPARSE: Readonly<Record<string, ToldOrAbsent>> = {
  waiting_mean: { now: 0, before: 0, rows: { a: 0, b: 0 } },
  generation: { now: 500, before: 500 },
  e2e_time: { now: 5, before: 5 },
  ttft_mean: { now: 0.2, before: 0.2 },
  inter_token_latency: { now: 0.02, before: 0.02, rows: { a: [0.02, 0.02], b: [0.02, 0.02] } },
}

/** One reading each that no healthy fleet has. */
const HARM: Readonly<Record<string, Readonly<Record<string, ToldOrAbsent>>>> = {
  'most instances are gone': { up: { now: 2, before: 9 } },
  'no instance is up': { up: { now: 0, before: 9 } },
  'most engines have lost their series': { reporting: { now: 2, before: 9 } },
  'none answers': { serving: { now: 0 } },
  'several starts': { restarts: { now: 6 } },
  'several resets': { counter_resets: { now: 6 } },
  'thousands of evictions': { preemptions: { now: 5000 } },
  'three evictions a request': { preemptions_per_request: { now: 3 } },
  'a long queue': { queue_time: { now: 4, before: 0 } },
  'transfers that fail': { kv_transfer_failures: { now: 500 } },
  'processes killed for want of memory': { host_oom_kills: { rows: { a: 2 } } },
  'a tail of minutes': { ttft_p99: { now: 300, before: 1 } },
  'stalls of seconds': { inter_token_p99: { now: 30, before: 0.1 } },
  'an engine that died, by its log': { log_engine_dead: { now: 1 } },
}

describe('a reading that shows harm', () => {
  it.each(Object.keys(HARM))('%s: neither a fleet at work nor one at rest is healthy', (name) => {
    for (const usual of [SPARSE, AT_REST]) {
      const known = decide(anEvidence(usual), inEnglish).headline
      expect([known.cause, known.certainty]).toEqual(['healthy', 'tentative'])
      const { cause, because } = decide(anEvidence({ ...usual, ...HARM[name] }), inEnglish).headline
      expect(cause, `${usual === SPARSE ? 'at work' : 'at rest'}: ${because.join('; ')}`).not.toBe('healthy')
      expect(cause).not.toMatch(/^benign/u)
    }
  })

  it('is named where nothing else is found', () => {
    const { cause, title, because } = decide(
      anEvidence({ preemptions: { now: 5000 }, up: 'timeout' }),
      inEnglish,
    ).headline
    expect([cause, because[0]]).toEqual(['inconclusive', 'not of a healthy fleet: preemptions: 5.0k events'])
    expect(title).toContain('not those of a healthy fleet')
  })

  it('that could not be read leaves health in doubt', () => {
    const whole = decide(anEvidence(AT_WORK), inEnglish).headline
    expect([whole.cause, whole.certainty]).toEqual(['healthy', 'firm'])
    for (const id of ['preemptions', 'waiting']) {
      const { cause, certainty } = decide(anEvidence({ ...AT_WORK, [id]: 'timeout' }), inEnglish).headline
      expect([id, cause, certainty]).toEqual([id, 'healthy', 'tentative'])
    }
  })

  it('is none where it is as few as before', () => {
    const few = { ...SPARSE, up: { now: 3, before: 4 }, restarts: { now: 1 }, preemptions: { now: 3 } }
    expect(decide(anEvidence(few), inEnglish).headline.cause).toBe('healthy')
  })
})

describe('a fleet of which too little is read to call it healthy', () => {
  it('is told what is wanting for that, the first three and how many more', () => {
    const { cause, because } = decide(anEvidence({ up: { now: 4, before: 4 }, running: 'timeout' }), inEnglish).headline
    expect(cause).toBe('inconclusive')
    expect(because[0]).toMatch(/^no all-clear, for want of: [^;]+; [^;]+; [^;]+ and \d+ more$/u)
  })
})
