import { describe, expect, it } from 'vitest'
import { type Reading, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { crossCheck } from '../../src/evidence/cross-check.ts'
import { gather } from '../../src/evidence/gather.ts'
import type { EvidenceSource, SourceAnswer } from '../../src/evidence/source.ts'
import { queueMean } from '../../src/signals/vllm/latency.ts'
import { waitingRequests } from '../../src/signals/vllm/scheduler.ts'
import { completions } from '../../src/signals/vllm/traffic.ts'
import { decide } from '../../src/triage/decide.ts'
import { AT_WORK, anEvidence } from '../support/evidence.ts'
import { aRequest } from './requests.ts'

const SIGNALS = [completions, queueMean, waitingRequests]
const { window } = aRequest()

interface Said {
  /** Requests finished a second, by instance. */
  readonly rows: Readonly<Record<string, number>>
  readonly queue?: number
  readonly waiting?: number
}

function answer(source: string, { rows, queue = 1, waiting = 0 }: Said): SourceAnswer {
  const total = Object.values(rows).reduce((sum, value) => sum + value, 0)
  const reading = (signal: string, fleet: number): Reading & { status: 'present' } => ({
    status: 'present',
    signal,
    source,
    names: [],
    query: '',
    partial: false,
    fleet: present(fleet),
    baselines: {},
    rows: Object.entries(rows).map(([instance, value]) => ({
      key: { instance },
      now: present(value),
      before: present(1),
    })),
  })
  return {
    readings: [reading('completions', total), reading('queue_time', queue), reading('waiting', waiting)],
    report: { source, status: 'ok', queries: 1, notes: [] },
  }
}

function checked(one: Said, two: Said) {
  const first = answer('prometheus', one)
  const { contradicted, notes } = crossCheck(SIGNALS, { window, first, other: answer('engine', two) })
  return { contradicted: [...contradicted], notes }
}

const FLEET = { a: 2, b: 4 }
const EVERY = ['completions', 'queue_time', 'waiting']

describe('crossCheck', () => {
  it.each([
    ['the same', { rows: FLEET }, { rows: FLEET }],
    ['a little other, scraped at another moment', { rows: FLEET, queue: 1 }, { rows: { a: 2.3, b: 3.6 }, queue: 1.2 }],
    ['a gauge at another moment', { rows: FLEET, waiting: 3 }, { rows: FLEET, waiting: 30 }],
    ['hardly any request', { rows: { a: 0.01, b: 0 }, queue: 1 }, { rows: { a: 0, b: 0.01 }, queue: 9 }],
  ])('takes %s for no contradiction', (_, one, two) => {
    expect(checked(one, two)).toEqual({ contradicted: [], notes: [] })
  })

  it('marks a mean that the two do not agree on', () => {
    expect(checked({ rows: FLEET, queue: 8 }, { rows: FLEET, queue: 0.2 }).contradicted).toEqual(['queue_time'])
  })

  it('tells instances that stand under each other’s names', () => {
    const { contradicted, notes } = checked({ rows: { a: 2, b: 4 } }, { rows: { a: 4, b: 2 } })
    expect(contradicted).toEqual(EVERY)
    expect(notes).toEqual([
      'prometheus and engine contradict each other on a, b: requests finished 2 and 4 a second; a and b look swapped: a target with the wrong label',
    ])
  })

  it('tells a scrape that stands still', () => {
    const { contradicted, notes } = checked({ rows: { a: 0, b: 4 } }, { rows: FLEET })
    expect(contradicted).toEqual(EVERY)
    expect(notes.join()).toContain('what prometheus scrapes looks stale')
  })

  it('names what only one of them knows, and compares no sums of other fleets', () => {
    const { contradicted, notes } = checked({ rows: FLEET, queue: 8 }, { rows: { a: 2, c: 9 }, queue: 1 })
    expect(contradicted).toEqual([])
    expect(notes).toEqual([
      'engine does not know b: relabelled, or no target there',
      'prometheus does not know c: relabelled, or no target there',
    ])
  })

  it('compares nothing with a source that has seen a part of the window', () => {
    const other = answer('engine', { rows: { a: 4, b: 2 } })
    const cut = { ...other, report: { ...other.report, isCut: true } }
    expect(crossCheck(SIGNALS, { window, first: answer('prometheus', { rows: FLEET }), other: cut }).notes).toEqual([])
  })
})

describe('a contradiction', () => {
  it('is noted in the evidence and keeps what rests on it from being firm', async () => {
    const source = (name: string, said: Said): EvidenceSource => ({
      name,
      gather: () => Promise.resolve(answer(name, said)),
    })
    const evidence = await gather({
      ...aRequest(),
      sources: [source('prometheus', { rows: { a: 0, b: 4 } }), source('engine', { rows: FLEET })],
      signals: SIGNALS,
      expectations: {},
      alerts: [],
      takenAt: window.end,
    })
    expect(evidence.readings['completions']).toMatchObject({ source: 'prometheus', isContradicted: true })
    expect(evidence.sources[1]?.notes.join()).toContain('contradict each other on a')
  })

  it('makes a firm headline tentative', () => {
    const rows = { a: 1, b: 1, c: 1, d: 0 }
    const told = { ...AT_WORK, up: { now: 3, before: 4, rows }, serving: { now: 3, rows } }
    const evidence = anEvidence(told)
    const up = evidence.readings['up']
    expect(decide(evidence, inEnglish).headline).toMatchObject({ cause: 'instance.down', certainty: 'firm' })
    if (up?.status !== 'present') throw new Error('up is not there')
    const doubted = { ...evidence, readings: { ...evidence.readings, up: { ...up, isContradicted: true } } }
    expect(decide(doubted, inEnglish).headline).toMatchObject({ cause: 'instance.down', certainty: 'tentative' })
  })
})
