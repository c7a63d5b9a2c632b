import { describe, expect, it } from 'vitest'
import { readingOf } from '../../src/domain/evidence.ts'
import { settleLogs } from '../../src/evidence/settle-logs.ts'
import { type ToldOrAbsent, anEvidence } from '../support/evidence.ts'

const LOG = { source: 'log', status: 'ok', queries: 0, notes: ['its own'] } as const
const UP = { now: 2, rows: { a: 1, b: 1 } }

function settled(told: Readonly<Record<string, ToldOrAbsent>>) {
  const evidence = settleLogs(anEvidence({ up: UP, ...told }, { sources: [LOG] }))
  return { evidence, notes: evidence.sources[0]?.notes }
}

describe('logs beside metrics', () => {
  it('get the names of the fleet’s instances', () => {
    const { evidence, notes } = settled({
      log_engine_dead: { rows: { '10.0.0.7.log': 1 } },
      up: { rows: { '10.0.0.7:8000': 0 } },
    })
    const reading = readingOf(evidence, 'log_engine_dead')
    expect(reading).toMatchObject({ rows: [{ key: { instance: '10.0.0.7:8000' }, now: { value: 1 } }] })
    expect(notes).toEqual(['its own', "10.0.0.7.log is taken for 10.0.0.7:8000's log, by its host"])
  })

  it.each([
    [
      'requests that are not there',
      { log_running: { rows: { a: 40 } }, running_most: { rows: { a: 3 } } },
      'a: its log says 40 requests where its metrics say 3 requests (requests running, most)',
    ],
    [
      'fewer requests than there are',
      { log_running: { rows: { a: 3 } }, running_most: { rows: { a: 40 } } },
      'a: its log says 3 requests where its metrics say 40 requests (requests running, most)',
    ],
    [
      'another cache',
      { log_kv_usage: { rows: { a: 0.2 } }, kv_peak: { rows: { a: 0.9 } } },
      'a: its log says 20 % where its metrics say 90 % (KV cache usage, most)',
    ],
    [
      'tokens where counters stand still',
      { log_generation: { rows: { b: 480 } }, generation_recent: { rows: { a: 9, b: 0 } } },
      'b: its log says 480 tokens/s where its metrics say 0 tokens/s (tokens generated in the last two minutes)',
    ],
  ])('contradict them by %s', (_, told, note) => {
    expect(settled(told).notes).toEqual(['its own', note])
  })

  it.each([
    ['a peak that was seen by one alone', { log_running: { rows: { a: 12 } }, running_most: { rows: { a: 5 } } }],
    ['a cache that fills', { log_kv_usage: { rows: { a: 0.7 } }, kv_peak: { rows: { a: 0.9 } } }],
    [
      'a hang, of which the log is silent',
      { log_generation: 'no_samples' as const, generation_recent: { rows: { a: 9, b: 0 } } },
    ],
    ['an instance that has no metrics', { log_running: { rows: { a: 40 } }, running_most: { rows: { b: 3 } } }],
    [
      'several engines, which are summed',
      { log_running: { rows: { a: 40 } }, running_most: { rows: { 'a/0': 20, 'a/1': 20 } } },
    ],
    [
      'an engine that could not be read',
      { log_running: { rows: { a: 40 } }, running_most: { rows: { 'a/0': 2, 'a/1': 'no_samples' as const } } },
    ],
  ])('do not contradict them by %s', (_, told) => {
    expect(settled(told).notes).toEqual(['its own'])
  })

  it('leave evidence without any as it is', () => {
    const evidence = anEvidence({ up: UP })
    expect(settleLogs(evidence)).toBe(evidence)
  })
})
