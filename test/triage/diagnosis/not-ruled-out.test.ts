import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { kvUsage, waitingMean } from '../../../src/signals/vllm/scheduler.ts'
import { capacity } from '../../../src/triage/branches/capacity.ts'
import { slotCap } from '../../../src/triage/branches/slot-cap.ts'
import type { Branch, Confirmation } from '../../../src/triage/node.ts'
import type { Outcome } from '../../../src/triage/predicates/predicate.ts'
import { notRuledOut } from '../../../src/triage/diagnosis/not-ruled-out.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

const UNREAD: Outcome = { answer: 'unknown', used: [], rows: [], missing: [waitingMean], isUnread: true }
const NO: Outcome = { answer: 'no', used: [], rows: [], missing: [] }
const HEADLINE = { finding: { cause: 'decode' }, contributing: [], open: [] } as const
const [lookAlike] = capacity.confirm

function answered(branch: Branch, outcome: Outcome) {
  return { branch, answer: outcome.answer === 'no' ? 'no' : 'unknown', outcome, open: [], confirmed: [] } as const
}

function openOf(
  ...told: Parameters<typeof notRuledOut> extends [unknown, infer Answers, infer Told] ? [Answers, Told] : never
) {
  return notRuledOut(anEvidence(AT_WORK), ...told).map(({ cause, missing, settleWith }) => [
    cause,
    missing.map(inEnglish),
    inEnglish(settleWith),
  ])
}

describe('what could not be ruled out', () => {
  const QUESTION = ['queue.capacity', [inEnglish(waitingMean.title)], inEnglish(capacity.settleWith)]

  it('is each question that is open for want of a reading, with what settles it', () => {
    expect(openOf([answered(capacity, UNREAD), answered(slotCap, NO)], HEADLINE)).toEqual([QUESTION])
  })

  it('is no question whose cause is told already', () => {
    const questions = [answered(capacity, UNREAD)]
    expect(openOf(questions, { ...HEADLINE, finding: { cause: 'queue.capacity' } })).toEqual([])
    expect(openOf(questions, { ...HEADLINE, contributing: [{ cause: 'queue.capacity' }] })).toEqual([])
  })

  it('has the look-alikes of the headline first, and each cause once', () => {
    if (lookAlike === undefined) throw new Error('capacity has look-alikes')
    const alike: Confirmation = {
      ...lookAlike,
      excludes: 'queue.capacity',
      test: { ...lookAlike.test, reads: [kvUsage] },
    }
    const open = openOf([answered(capacity, UNREAD), answered(slotCap, UNREAD)], { ...HEADLINE, open: [alike] })
    expect(open).toEqual([
      ['queue.capacity', [inEnglish(kvUsage.title)], inEnglish(lookAlike.settleWith)],
      ['sched.max_num_seqs', [inEnglish(waitingMean.title)], inEnglish(slotCap.settleWith)],
    ])
  })
})
