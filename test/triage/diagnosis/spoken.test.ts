import { expect, it } from 'vitest'
import type { Diagnosis } from '../../../src/domain/diagnosis.ts'
import { present } from '../../../src/domain/reading.ts'
import type { Text } from '../../../src/domain/text.ts'
import { inEnglish, say } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { spoken } from '../../../src/triage/diagnosis/spoken.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

const named = (text: string): string => text
const word = (text: string): Text => say`${named(text)}`

/** One of everything that is said, each in its own words. */
function diagnosis<Words>(w: (text: string) => Words): Diagnosis<Words> {
  const finding = (title: string) => ({
    cause: 'decode' as const,
    certainty: 'tentative' as const,
    page: 'decode',
    title: w(title),
    because: [w(`${title} why`), w(`${title} also`)],
    doubt: w(`${title} doubt`),
    instances: ['a'],
    clients: [],
  })
  const action = (text: string) => ({ text: w(text), kind: 'read-only' as const, command: 'nvidia-smi' })
  const reading = {
    signal: 's',
    title: w('reading'),
    now: present(1),
    unit: 'ratio' as const,
    threshold: w('threshold'),
    query: 'q',
  }
  const evidence = anEvidence(AT_WORK)
  const { budget, skew, instances, changes } = decide(evidence, inEnglish)
  return {
    headline: finding('headline'),
    contributing: [finding('contributing')],
    notRuledOut: [{ cause: 'decode', missing: [w('missing one')], settleWith: w('settle') }],
    path: [{ id: 'x', ask: w('ask'), answer: 'yes', readings: [reading] }],
    budget,
    skew,
    instances,
    changes,
    actions: {
      now: [action('now')],
      today: [action('today')],
      thisWeek: [action('this week')],
      rollback: [action('rollback')],
    },
    missing: [{ signal: 's', title: w('missing'), reason: 'timeout', enableWith: w('enable') }],
    contradictions: [w('contradiction')],
  }
}

it('says every sentence of a diagnosis in its voice, and changes nothing else', () => {
  const voice = (text: Text): string => `«${inEnglish(text)}»`
  expect(spoken(diagnosis(word), voice)).toEqual(diagnosis((text) => voice(word(text))))
})

it('leaves out a doubt that nobody has', () => {
  const { headline, ...rest } = diagnosis(word)
  const { doubt: _, ...sure } = headline
  expect(spoken({ ...rest, headline: sure }, inEnglish).headline).not.toHaveProperty('doubt')
})
