import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { AbsentReason } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'
import { AT_WORK, anEvidence } from '../support/evidence.ts'
import type { Told } from '../support/evidence.ts'

/** Any fleet: each signal as an hour ago, or some times as much, or gone, by instance and in all. */
const anyEvidence: fc.Arbitrary<Evidence> = fc
  .tuple(...Object.keys(AT_WORK).map((id) => fc.tuple(fc.constant(id), anyTold(AT_WORK[id] ?? {}))))
  .map((entries) => anEvidence(Object.fromEntries(entries)))

function anyTold(usual: Told): fc.Arbitrary<Told | AbsentReason> {
  const factor = fc.constantFrom(0, 0.1, 0.5, 1, 1, 1, 1, 1.2, 1.6, 3, 20)
  const reason = fc.constantFrom<AbsentReason>('timeout', 'not_exposed', 'http_503', 'no_samples', 'no_traffic')
  const extra = fc.constantFrom(0, 0, 0, 0, 1, 40)
  const told = fc
    .tuple(factor, extra, fc.array(factor, { minLength: 4, maxLength: 4 }))
    .map(([times, more, byRow]) => ({
      ...(usual.now === undefined ? {} : { now: usual.now * times + more }),
      ...(usual.before === undefined ? {} : { before: usual.before }),
      rows: Object.fromEntries(
        Object.entries(usual.rows ?? {}).map(([name, value], index) => {
          const [now, before] = typeof value === 'number' ? [value, value] : value
          return [name, [now * (byRow[index] ?? 1) + more, before] as const]
        }),
      ),
    }))
  return fc.oneof({ weight: 9, arbitrary: told }, { weight: 1, arbitrary: reason })
}

function without(evidence: Evidence, signal: string, reason: AbsentReason): Evidence {
  return { ...evidence, readings: { ...evidence.readings, [signal]: { status: 'absent', signal, reason } } }
}

const BRANCHES = [...TREE.causes, ...TREE.calm].flatMap(branchesOf)

/** What no sentence may show: a number that was not read. */
const HOLE = /undefined|NaN|Infinity|\[object/u

describe('each conclusion', () => {
  const row = { instance: 'a', engine: '0', modelName: 'm' }
  const outcome = { answer: 'yes', used: [], rows: [row], missing: [] } as const

  it.each(BRANCHES.map(({ id, conclude }) => ({ id, conclude })))(
    '$id has no hole in its sentences where nothing was read',
    ({ conclude }) => {
      const at = { evidence: anEvidence({}), outcome }
      const { now, today, thisWeek, rollback } = conclude.actions(at)
      const texts = [now, today, thisWeek, rollback].flat().map(({ text }) => text)
      expect([conclude.title(at), ...conclude.because(at), ...texts].map(inEnglish).join(' ')).not.toMatch(HOLE)
    },
  )
})

describe('any evidence', () => {
  it('reaches one conclusion, whose sentences have no hole', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const { headline, contributing, actions } = decide(evidence, inEnglish)
        const texts = [headline, ...contributing].flatMap(({ title, because }) => [title, ...because])
        const asked = [...actions.now, ...actions.today, ...actions.thisWeek, ...actions.rollback].map(
          ({ text }) => text,
        )
        expect([...texts, ...asked].join(' ')).not.toMatch(HOLE)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('gives the same diagnosis twice, and after a round through JSON', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const saved: Evidence = JSON.parse(JSON.stringify(evidence))
        expect(decide(saved, inEnglish)).toEqual(decide(evidence, inEnglish))
      }),
      { numRuns: 100, seed: 2 },
    )
  })

  it('makes no new cause firm when a reading is taken away', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...SIGNALS), (evidence, { id }) => {
        const whole = decide(evidence, inEnglish)
        const { headline } = decide(without(evidence, id, 'timeout'), inEnglish)
        if (headline.certainty !== 'firm' || headline.cause === whole.headline.cause) return
        // A cause may be concluded in several places.
        const ids = BRANCHES.filter(({ conclude }) => conclude.cause === headline.cause).map(({ id }) => id)
        const answers = whole.path.filter(({ id }) => ids.includes(id)).map(({ answer }) => answer)
        expect(answers).toContain('yes')
      }),
      { numRuns: 3000, seed: 3 },
    )
  }, 90_000)

  it('is never firm while an earlier question is open for want of a reading', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const { headline, notRuledOut } = decide(evidence, inEnglish)
        if (headline.certainty === 'firm') expect(notRuledOut.map(({ cause }) => cause)).not.toContain(headline.cause)
        const down = decide(without(evidence, 'up', 'timeout'), inEnglish).headline
        if (!down.cause.startsWith('telemetry') && down.cause !== 'engine.crash_loop') {
          expect(down.certainty).not.toBe('firm')
        }
      }),
      { numRuns: 500, seed: 4 },
    )
  })
})
