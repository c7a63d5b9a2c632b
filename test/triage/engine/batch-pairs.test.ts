import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import { present } from '../../../src/domain/reading.ts'
import { fleetExpected, rowExpected } from '../../../src/triage/engine/batch-pairs.ts'
import { AT_WORK, MODEL, anEvidence } from '../../support/evidence.ts'

const A = { instance: 'a', engine: '0', modelName: MODEL }

/** Four engines of 8, 10, 20 and 24 requests an hour ago, each token 10 ms and half a millisecond for each request. */
const SPREAD = {
  ...AT_WORK,
  running_mean: { now: 80, before: 62, rows: { a: [20, 8], b: [20, 10], c: [20, 20], d: [20, 24] } as const },
  inter_token_latency: {
    now: 0.02,
    before: 0.0178,
    rows: { a: [0.02, 0.014], b: [0.02, 0.015], c: [0.02, 0.02], d: [0.02, 0.022] } as const,
  },
}

describe('what a token may take now', () => {
  it('on one engine is told by the line of all, from its own level', () => {
    const { most = 0, pairs } = rowExpected(anEvidence(SPREAD), A) ?? {}
    expect([most.toFixed(4), pairs]).toEqual(['0.0200', 5])
  })

  it('on the fleet is told for a mean engine', () => {
    const { most = 0, pairs } = fleetExpected(anEvidence(SPREAD)) ?? {}
    expect([most.toFixed(3), pairs]).toEqual(['0.020', 5])
  })

  it('is bounded where all ran alike an hour ago', () => {
    const told = { ...AT_WORK, running_mean: { now: 80, before: 40 } }
    expect(fleetExpected(anEvidence(told))).toEqual({ least: 0.02, most: 0.04, pairs: 0 })
  })

  it('counts the instances that were up before: half as many had twice the batch', () => {
    const told = { ...AT_WORK, up: { now: 4, before: 2 } }
    expect(fleetExpected(anEvidence(told))).toEqual({ least: 0.01, most: 0.02, pairs: 0 })
  })

  it.each(['running_mean', 'inter_token_latency', 'up'])('is not known without %s', (id) => {
    expect(fleetExpected(anEvidence({ ...AT_WORK, [id]: 'timeout' }))).toBeUndefined()
  })

  it('is not known of an engine that was not there an hour ago', () => {
    expect(rowExpected(anEvidence({ ...AT_WORK, running_mean: { rows: { a: 10 } } }), A)).toBeUndefined()
  })

  it('is not known of two models together', () => {
    expect(fleetExpected(ofTwoModels(anEvidence(SPREAD)))).toBeUndefined()
  })

  it('of one of two models is told by its own engines alone', () => {
    expect(rowExpected(ofTwoModels(anEvidence(SPREAD)), A)).toEqual({ least: 0.014, most: 0.035, pairs: 0 })
  })
})

/** Engines c and d serve another model. */
function ofTwoModels(evidence: Evidence): Evidence {
  const readings = Object.entries(evidence.readings).map(([id, reading]) => {
    if (reading.status === 'absent' || id === 'up') return [id, reading] as const
    const rows = reading.rows.map((row) =>
      'cd'.includes(row.key.instance) ? { ...row, key: { ...row.key, modelName: 'other' } } : row,
    )
    return [id, { ...reading, rows, fleet: present(1) }] as const
  })
  return { ...evidence, readings: Object.fromEntries(readings) }
}
