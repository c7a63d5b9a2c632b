import { expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { runningRequests } from '../../../src/signals/vllm/scheduler.ts'
import { allAreRead } from '../../../src/triage/predicates/all-read.ts'
import { decide } from '../../../src/triage/decide.ts'
import type { Told } from '../../support/evidence.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

const THREE = { a: 1, b: 1, c: 1 }

it.each<readonly [string, Readonly<Record<string, Told>>, string]>([
  ['each has its own', AT_WORK, 'yes'],
  ['one is counted and not named', { ...AT_WORK, up: { now: 4, before: 4, rows: THREE } }, 'unknown'],
  ['one is up without a row', { ...AT_WORK, running: { now: 40, rows: THREE } }, 'unknown'],
  [
    'one that is not up has none',
    { ...AT_WORK, up: { now: 3, rows: { ...THREE, d: 0 } }, running: { rows: THREE } },
    'yes',
  ],
])('all instances are read: %s', (_, told, answer) => {
  expect(allAreRead(runningRequests).test.evaluate(anEvidence(told)).answer).toBe(answer)
})

it('calls no fleet healthy firmly of which a part was read', () => {
  const rows = { a: 0, b: 0, c: 0 }
  const { headline } = decide(anEvidence({ ...AT_WORK, waiting_mean: { now: 0, before: 0, rows } }), inEnglish)
  expect([headline.cause, headline.certainty]).toEqual(['healthy', 'tentative'])
})
