import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/evidence.ts'
import type { FleetChange } from '../../../src/domain/fleet-change.ts'
import { beforeChange } from '../../../src/domain/fleet-change.ts'
import type { Reading } from '../../../src/domain/reading.ts'
import { present } from '../../../src/domain/reading.ts'
import { minutes, unixSeconds } from '../../../src/domain/time.ts'
import {
  changeIsYoung,
  fellWithCallers,
  fellWithScaling,
  oldOnesMissSinceMore,
  onlyTheChangedMiss,
} from '../../../src/triage/outside/hits-since-change.ts'
import { END, anEvidence } from '../../support/evidence.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'

interface Told {
  readonly change?: Partial<FleetChange>
  /** Hits an hour ago, in the moments before the change, and now. */
  readonly hits?: readonly [usual: number | undefined, before: number | undefined, now: number]
  readonly rows?: NonNullable<Exclude<ToldOrAbsent, string>['rows']>
  readonly more?: Readonly<Record<string, ToldOrAbsent>>
}

function told({ change = {}, hits: [usual, before, now] = [0.8, 0.8, 0.3], rows = {}, more = {} }: Told): Evidence {
  const known = { prefix_hit_ratio: { now, rows, ...(usual !== undefined && { before: usual }) }, ...more }
  const evidence = anEvidence(known)
  const suspect: FleetChange = {
    at: unixSeconds(END - minutes(10)),
    kind: 'other',
    text: 'a new system prompt',
    source: 'event',
    instances: [],
    ...change,
  }
  const { prefix_hit_ratio: reading, ...readings } = evidence.readings
  return {
    ...evidence,
    changes: [suspect],
    baselines: [...evidence.baselines, beforeChange(suspect, evidence.window)],
    readings: { ...readings, ...(reading && { prefix_hit_ratio: withBefore(reading, before) }) },
  }
}

function withBefore(reading: Reading, before: number | undefined): Reading {
  if (reading.status === 'absent' || before === undefined) return reading
  return { ...reading, baselines: { ...reading.baselines, before_change: present(before) } }
}

describe('hits that fell with what callers changed', () => {
  it.each<readonly [string, Told, string]>([
    ['they were as usual until then', {}, 'yes'],
    ['they are as they were', { hits: [0.8, 0.8, 0.75] }, 'no'],
    ['they were down before it', { hits: [0.8, 0.5, 0.3] }, 'no'],
    ['what is usual was not read', { hits: [undefined, 0.8, 0.3] }, 'unknown'],
    ['what they were before it was not read', { hits: [0.8, undefined, 0.3] }, 'unknown'],
    ['it was made to instances', { change: { instances: ['a'] } }, 'no'],
    ['it was a scaling', { change: { kind: 'scale' } }, 'no'],
    ['it was another model', { change: { kind: 'model' } }, 'no'],
  ])('%s', (_, of, answer) => {
    expect(fellWithCallers.evaluate(told(of)).answer).toBe(answer)
  })

  it('are a scaling where that is what was done', () => {
    expect(fellWithScaling.evaluate(told({ change: { kind: 'scale' } })).answer).toBe('yes')
    expect(fellWithScaling.evaluate(told({})).answer).toBe('no')
  })

  it('leaves nothing open where nobody told of a change', () => {
    const evidence = anEvidence({ prefix_hit_ratio: { now: 0.3, before: 0.8 } })
    for (const test of [fellWithCallers, fellWithScaling, onlyTheChangedMiss, changeIsYoung]) {
      expect(test.evaluate(evidence)).toMatchObject({ answer: 'unseen', missing: [] })
    }
  })
})

it.each([
  [29, 'yes'],
  [31, 'unknown'],
])('a change of %d minutes ago is young: %s', (ago, answer) => {
  expect(changeIsYoung.evaluate(told({ change: { at: unixSeconds(END - minutes(ago)) } })).answer).toBe(answer)
})

describe('hits that are fewer where it was done alone', () => {
  const change = { instances: ['a', 'b:8000'] }

  it.each<readonly [string, Told, string]>([
    ['on them, and on nobody else', { change, rows: { a: 0.2, 'b:8000': 0.1, c: 0.8 } }, 'yes'],
    ['also where a name has no port', { change: { instances: ['b'] }, rows: { 'b:8000': 0.1, c: 0.8 } }, 'yes'],
    ['on one of them alone', { change, rows: { a: 0.2, 'b:8000': 0.8, c: 0.8 } }, 'no'],
    ['on others as well', { change, rows: { a: 0.2, 'b:8000': 0.1, c: 0.1 } }, 'no'],
    ['one of them was not read', { change, rows: { a: 0.2, 'b:8000': 'timeout', c: 0.8 } }, 'unknown'],
    ['one of the others was not read', { change, rows: { a: 0.2, 'b:8000': 0.1, c: 'timeout' } }, 'unknown'],
    ['there is nobody else', { change, rows: { a: 0.2, 'b:8000': 0.1 } }, 'unknown'],
    ['what they were was not read', { change, hits: [undefined, 0.8, 0.3], rows: { a: 0.2, c: 0.8 } }, 'unknown'],
    ['nobody said to whom it was done', { rows: { a: 0.2, c: 0.8 } }, 'unseen'],
  ])('%s', (_, of, answer) => {
    const outcome = onlyTheChangedMiss.evaluate(told(of))
    expect(outcome.answer).toBe(answer)
    expect(outcome.rows.map(({ instance }) => instance)).toEqual(
      answer === 'yes' ? Object.keys(of.rows ?? {}).filter((name) => name !== 'c') : [],
    )
  })
})

describe('hits of those that were there before there were more', () => {
  const grown = (rows: Told['rows'], restarts: Told['rows'] = { a: 0, b: 0, c: 0 }) =>
    told({
      ...(rows && { rows }),
      more: {
        reporting: { now: 6, before: 3 },
        restarts: { now: 0, rows: restarts ?? {} },
      },
    })

  it.each<readonly [string, Evidence, string]>([
    ['fell on all', grown({ a: [0.2, 0.8], b: [0.2, 0.8], c: [0.2, 0.8] }), 'yes'],
    ['fell on few', grown({ a: [0.2, 0.8], b: [0.8, 0.8], c: [0.8, 0.8] }), 'no'],
    ['fell on those alone that have started since', grown({ a: [0.8, 0.8], b: [0.2, 0.8] }, { a: 0, b: 1 }), 'no'],
    ['are those of none that was there', grown({ a: 0.2 }), 'unknown'],
    [
      'fell, and there are not more',
      told({ rows: { a: [0.2, 0.8] }, more: { reporting: { now: 3, before: 3 } } }),
      'no',
    ],
  ])('%s', (_, evidence, answer) => {
    expect(oldOnesMissSinceMore.evaluate(evidence).answer).toBe(answer)
  })
})
