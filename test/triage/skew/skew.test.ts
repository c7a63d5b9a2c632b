import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import type { Measure } from '../../../src/domain/reading.ts'
import { absent } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { skewOf, spreadOf } from '../../../src/triage/skew/skew.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

const HOT = { a: 1200, b: 100, c: 100, d: 100 }
const SKEWED = {
  ...AT_WORK,
  arrivals: { now: 1500, rows: HOT },
  waiting_mean: { now: 40, before: 0, rows: { ...onEach(0), a: 40 } },
  queue_time: { now: 6, before: 0.05, rows: { ...onEach(0.1), a: 7.5 } },
  e2e_time: { now: 14.5, before: 8.5 },
}

/** The evidence with one instance's arrivals unread. */
function unread(evidence: Evidence, instance: string): Evidence {
  const { arrivals } = evidence.readings
  if (arrivals?.status !== 'present') throw new Error('no arrivals')
  const now: Measure = absent('stale')
  const rows = arrivals.rows.map((row) => (row.key.instance === instance ? { ...row, now } : row))
  return { ...evidence, readings: { ...evidence.readings, arrivals: { ...arrivals, rows } } }
}

describe('arrivals that could not be read', () => {
  it.each(['a', 'b'])('of %s: no share is known, of it or of its peers', (instance) => {
    const evidence = unread(anEvidence(SKEWED), instance)
    expect(spreadOf(evidence, 'instance')).toEqual({ peers: [], isPartial: true, why: 'stale' })
    expect(skewOf(evidence).maxOverMean).toEqual(absent('stale'))
    for (const { share } of decide(evidence, inEnglish).instances) expect(share).toEqual(absent('stale'))
  })

  it.each(['a', 'b'])('of %s leave the question open while requests wait', (instance) => {
    const { path, headline } = decide(unread(anEvidence(SKEWED), instance), inEnglish)
    expect(path.find(({ id }) => id === 'queue_skew')?.answer).toBe('unknown')
    expect(headline.certainty).not.toBe('firm')
  })

  it('of one that nobody told of, and that works, leave the question open', () => {
    const { d, ...told } = HOT
    const headlineWith = (running: Readonly<Record<string, number>>): string => {
      const arrivals = { now: d + 1400, rows: told }
      const { cause, certainty } = decide(
        anEvidence({ ...SKEWED, arrivals, running: { rows: running } }),
        inEnglish,
      ).headline
      return `${cause}, ${certainty}`
    }
    expect(headlineWith({ a: 25, b: 10, c: 10, d: 25 })).toBe('queue, tentative')
    expect(headlineWith({ a: 25, b: 10, c: 10, d: 0 })).toBe('queue.skew, firm')
  })

  it('leave nothing open where nobody waits', () => {
    expect(decide(unread(anEvidence(AT_WORK), 'b'), inEnglish).headline).toMatchObject({
      cause: 'healthy',
      certainty: 'firm',
    })
  })
})

describe('an instance of several engines', () => {
  const evidence = anEvidence({
    ...SKEWED,
    arrivals: { now: 1500, rows: { 'a/0': 500, 'a/1': 500, 'b/0': 125, 'b/1': 125, 'c/0': 125, 'c/1': 125 } },
    waiting_mean: { now: 40, before: 0, rows: { 'a/0': 20, 'a/1': 20, 'b/0': 0, 'b/1': 0, 'c/0': 0, 'c/1': 0 } },
    waiting: { now: 41, rows: { 'a/0': 20, 'a/1': 21, 'b/0': 0, 'b/1': 0, 'c/0': 0, 'c/1': 0 } },
    running: { now: 60, rows: { 'a/0': 10, 'a/1': 10, 'b/0': 10, 'b/1': 10, 'c/0': 10, 'c/1': 10 } },
    kv_usage: { now: 0.6, rows: { 'a/0': 0.9, 'a/1': 1, 'b/0': 0.3, 'b/1': 0.5, 'c/0': 0.4, 'c/1': 0.4 } },
    queue_time: { now: 6, before: 0.05, rows: { 'a/0': 7, 'a/1': 8, 'b/0': 0.1, 'b/1': 0.1, 'c/0': 0.1, 'c/1': 0.1 } },
  })

  it('counts whole: its share, its queue and its cache are those of all of them', () => {
    const { headline } = decide(evidence, inEnglish)
    expect(headline.cause).toBe('queue.skew')
    expect(headline.title).toBe(
      'a takes 67 % of arrivals (fair share 33 %): 41 requests wait there, none on its 2 peers.',
    )
    expect(headline.because[0]).toBe('KV cache 95 % on a, 40 % on the others')
  })
})

describe('an instance that gets most of the arrivals and of the tokens', () => {
  const evidence = anEvidence({
    ...SKEWED,
    waiting: { now: 41, rows: { ...onEach(0), a: 41 } },
    token_rate: { now: 9000, rows: { a: 6000, b: 1000, c: 1000, d: 1000 } },
  })

  it('is told by its arrivals, also from evidence that was saved and read again', () => {
    const title = 'a takes 80 % of arrivals (fair share 25 %): 41 requests wait there, none on its 3 peers.'
    const again: Evidence = JSON.parse(JSON.stringify(evidence))
    expect(decide(evidence, inEnglish).headline.title).toBe(title)
    expect(decide(again, inEnglish).headline.title).toBe(title)
  })
})
