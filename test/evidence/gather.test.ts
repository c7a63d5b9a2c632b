import { describe, expect, it } from 'vitest'
import { type Reading, present } from '../../src/domain/reading.ts'
import { type GatherOptions, gather } from '../../src/evidence/gather.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from '../../src/evidence/source.ts'
import { END, aRequest } from './requests.ts'

function options(sources: readonly EvidenceSource[], deadlineSeconds = 1): GatherOptions {
  const { scope, window, baselines, signals } = aRequest()
  return {
    sources,
    signals,
    scope,
    window,
    baselines,
    expectations: { instances: 2 },
    alerts: ['A'],
    takenAt: END,
    deadlineSeconds,
  }
}

function source(name: string, gather: (request: GatherRequest) => Promise<SourceAnswer>): EvidenceSource {
  return { name, gather }
}

function answer(name: string, values: Readonly<Record<string, number>>): SourceAnswer {
  const readings = Object.entries(values).map(([signal, value]): Reading => ({
    status: 'present',
    signal,
    source: name,
    names: [],
    query: '',
    partial: false,
    fleet: present(value),
    baselines: {},
    rows: [],
  }))
  return { readings, report: { source: name, status: 'ok', queries: 1, notes: [] } }
}

describe('gather', () => {
  it('puts the readings of all sources together', async () => {
    const one = source('one', async () => answer('one', { waiting: 1 }))
    const two = source('two', async () => answer('two', { waiting: 5, up: 4 }))
    const evidence = await gather(options([one, two]))
    expect(evidence).toMatchObject({
      scope: { cluster: 'prod' },
      takenAt: END,
      expectations: { instances: 2 },
      alerts: ['A'],
      readings: { waiting: { source: 'one', fleet: { value: 1 } }, up: { source: 'two' } },
      sources: [
        { source: 'one', notes: [] },
        { source: 'two', notes: ['waiting: two says 5, one says 1, which is used'] },
      ],
    })
  })

  it('gives the same evidence after it was saved', async () => {
    const evidence = await gather(options([source('one', async () => answer('one', { waiting: 1 }))]))
    expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence)
  })

  it('hands every source the window, and one signal that strikes at the deadline', async () => {
    const started = performance.now()
    const patient = source('patient', async ({ deadline, window }) => {
      expect(window.end).toBe(END)
      await new Promise((resolve) => deadline.addEventListener('abort', resolve))
      return answer('patient', { waiting: 2 })
    })
    const evidence = await gather(options([patient], 0.05))
    expect(evidence.readings['waiting']).toMatchObject({ fleet: { value: 2 } })
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('does not wait for a source that ignores the deadline', async () => {
    const started = performance.now()
    const stubborn = source('stubborn', () => new Promise<never>(() => undefined))
    const quick = source('quick', async () => answer('quick', { up: 4 }))
    const evidence = await gather(options([stubborn, quick], 0.05))
    expect(performance.now() - started).toBeLessThan(500)
    expect(evidence.readings).toMatchObject({
      waiting: { status: 'absent', reason: 'timeout' },
      up: { status: 'present', source: 'quick' },
    })
    expect(evidence.sources[0]).toMatchObject({ source: 'stubborn', status: 'failed' })
  })

  it.each([
    ['rejects', async () => Promise.reject(new Error('token=abc'))],
    [
      'throws',
      () => {
        throw new Error('token=abc')
      },
    ],
  ])('survives a source that %s', async (_, broken) => {
    const evidence = await gather(options([source('broken', broken)]))
    expect(evidence.readings).toMatchObject({ waiting: { status: 'absent' }, up: { status: 'absent' } })
    expect(JSON.stringify(evidence)).not.toContain('abc')
  })

  it('has no readings without sources', async () => {
    expect(await gather(options([]))).toMatchObject({ readings: {}, sources: [] })
  })
})
