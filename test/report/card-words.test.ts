import { describe, expect, it } from 'vitest'
import { reversible } from '../../src/domain/action.ts'
import { inEnglish, say } from '../../src/domain/text.ts'
import { nextSteps, readText } from '../../src/report/card-words.ts'
import { AT_WORK, anEvidence } from '../support/evidence.ts'
import { aResult } from '../support/incident.ts'

const RESULT = aResult(anEvidence(AT_WORK))
const SHOWN = { most: 1, nameOf: ({ title }: { readonly title: string }) => title }

describe('readText', () => {
  it('counts what was read and names what was not, so many', () => {
    const [first] = RESULT.diagnosis.missing
    const missing = [first, first].flatMap(
      (one) => one ?? ({ signal: 'a', title: 'a', reason: 'stale', enableWith: '' } as const),
    )
    const result = { ...RESULT, diagnosis: { ...RESULT.diagnosis, missing } }
    expect(readText(result, SHOWN, inEnglish)).toMatch(
      /^\d+ signals read, 2 missing: [^,]+, … · 37 queries in 412 ms$/u,
    )
    expect(readText({ ...result, diagnosis: { ...RESULT.diagnosis, missing: [] } }, SHOWN, inEnglish)).toContain(
      'read, none missing ·',
    )
  })

  it('counts one as one', () => {
    const [[id, reading] = []] = Object.entries(RESULT.evidence.readings).filter(
      ([, { status }]) => status === 'present',
    )
    if (id === undefined || reading === undefined) throw new Error('nothing is present')
    const result = { ...RESULT, queries: 1, evidence: { ...RESULT.evidence, readings: { [id]: reading } } }
    expect(readText(result, SHOWN, inEnglish)).toMatch(/^1 signal read, .* · 1 query in 412 ms$/u)
  })

  it('says that a source has not watched for the whole window', () => {
    const engine = { source: 'engine', status: 'partial', queries: 2, isCut: true, notes: [] } as const
    const evidence = { ...RESULT.evidence, sources: [...RESULT.evidence.sources, engine] }
    expect(readText({ ...RESULT, evidence }, SHOWN, inEnglish)).toMatch(
      / ms · engine has watched for a part of the window only$/u,
    )
  })
})

describe('nextSteps', () => {
  const steps = ['a', 'b', 'c', 'd'].map((text) => reversible(text))
  const actions = { now: steps, today: steps.slice(0, 1), thisWeek: [], rollback: [] }

  it('is what to do now, or else today, three of it', () => {
    expect(nextSteps({ ...RESULT.diagnosis, actions })).toEqual({ title: say`Do now`, steps: steps.slice(0, 3) })
    const later = { ...actions, now: [] }
    expect(nextSteps({ ...RESULT.diagnosis, actions: later })).toEqual({
      title: say`Do today`,
      steps: steps.slice(0, 1),
    })
  })
})
