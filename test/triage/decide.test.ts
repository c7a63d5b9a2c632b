import { describe, expect, it } from 'vitest'
import { CAUSES } from '../../src/domain/cause.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'

/** One instance of four does not answer. */
const FEWER_UP = { up: { now: 3, before: 4, rows: { ...onEach(1), a: 0 } } }

describe('decide', () => {
  it('is inconclusive when the source could not be read, and says so', () => {
    const sources = [{ source: 'prometheus', status: 'failed', queries: 1, notes: ['timeout after 5 s'] }] as const
    const evidence = anEvidence(Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const)), { sources })
    const diagnosis = decide(evidence, inEnglish)
    expect(diagnosis.headline).toMatchObject({
      cause: 'inconclusive',
      certainty: 'none',
      title: "I can't tell: prometheus could not be read.",
      because: ['prometheus: timeout after 5 s'],
    })
    expect(diagnosis.path.filter(({ answer }) => answer !== 'unknown')).toEqual([])
    expect(diagnosis.missing).toHaveLength(SIGNALS.length)
  })

  it("can't tell for want of readings, and never for want of somebody who tells of changes", () => {
    const notes = ['what was done to the fleet could not be read']
    const sources = ['changes', 'grafana'].map((source) => ({ source, status: 'failed', queries: 0, notes }) as const)
    const evidence = anEvidence(Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const)), { sources })
    const { headline } = decide(evidence, inEnglish)
    expect(headline.title).toMatch(/questions are open for want of readings/u)
    expect(headline.because).toContain('grafana: what was done to the fleet could not be read')
  })

  it.each([
    ['nobody was asked', []],
    ['those who were asked know of none', [['changes', 'ok']]],
    [
      'one of those who were asked could not answer',
      [
        ['changes', 'ok'],
        ['grafana', 'failed'],
      ],
    ],
  ] as const)('never takes it for known that nothing was changed, for not all that is done is told: %s', (_, asked) => {
    const sources = asked.map(([source, status]) => ({ source, status, queries: 0, notes: [] }))
    const verdictOn = (id: string, told: Parameters<typeof anEvidence>[0]) =>
      decide(anEvidence(told, { sources }), inEnglish).path.find((verdict) => verdict.id === id)
    const verdicts = [verdictOn('deploy_regression', AT_WORK), verdictOn('autoscaler', { ...AT_WORK, ...FEWER_UP })]
    for (const verdict of verdicts) {
      expect(verdict?.answer).toBe('unknown')
      expect(verdict?.isWithout).toBe(true)
    }
  })

  it('compares nothing with peers that an only instance has not', () => {
    const only = Object.entries(AT_WORK).map(([id, { rows = {}, ...fleet }]) => {
      const { a } = rows
      return [id, a === undefined ? fleet : { ...fleet, rows: { a } }] as const
    })
    const { path } = decide(anEvidence(Object.fromEntries(only)), inEnglish)
    const verdicts = path.filter(({ id }) => id === 'gpu_degraded' || id === 'queue_skew' || id === 'engine_skew')
    expect(verdicts.filter(({ answer }) => answer !== 'unknown')).toEqual([])
  })

  it('asks whether all is well only where no cause was found', () => {
    const calm = TREE.calm.flatMap(branchesOf).map(({ id }) => id)
    const askedOf = (told: Parameters<typeof anEvidence>[0]) => {
      const { path, headline } = decide(anEvidence(told), inEnglish)
      return { cause: headline.cause, calm: path.filter(({ id }) => calm.includes(id)).length }
    }
    expect(askedOf(AT_WORK)).toEqual({ cause: 'healthy', calm: calm.length })
    expect(askedOf({ ...AT_WORK, ...FEWER_UP })).toEqual({ cause: 'instance.down', calm: 0 })
  })

  it('says of every finding that is not firm why it is not', () => {
    const { headline, path } = decide(
      anEvidence({ ...AT_WORK, ...FEWER_UP, restarts: 'timeout', counter_resets: 'timeout' }),
      inEnglish,
    )
    expect(headline.certainty).toBe('tentative')
    expect(headline.doubt).toMatch(/./u)
    expect(path.find(({ id }) => id === headline.page)?.certainty).toBe('tentative')
  })

  it('leaves no yes of a question unmarked, also where another finding tells of it', () => {
    // It starts again and again, so it is down half of the time: one fault, found by two questions.
    const rows = { ...onEach(0), a: 4 }
    const { path } = decide(
      anEvidence({ ...AT_WORK, ...FEWER_UP, restarts: { now: 4, rows }, counter_resets: { now: 4, rows } }),
      inEnglish,
    )
    const branches = new Set([...TREE.causes, ...TREE.calm].flatMap(branchesOf).map(({ id }) => id))
    const found = path.filter(({ id, answer }) => answer === 'yes' && branches.has(id))
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(({ certainty }) => certainty === undefined)).toEqual([])
  })

  it('says first of all that it read other models than the one asked for', () => {
    const sources = [{ source: 'prometheus', status: 'ok', queries: 37, isWider: true, notes: [] }] as const
    const { headline } = decide(
      anEvidence(AT_WORK, { sources, scope: { cluster: 'prod', modelName: 'nope' } }),
      inEnglish,
    )
    expect(headline.certainty).toBe('tentative')
    expect(headline.title).toMatch(/^No series is of model nope/u)
  })

  it('never calls a partial answer firm', () => {
    const evidence = anEvidence(AT_WORK)
    const readings = Object.fromEntries(
      Object.entries(evidence.readings).map(([id, reading]) => [
        id,
        reading.status === 'present' ? { ...reading, partial: true } : reading,
      ]),
    )
    expect(decide({ ...evidence, readings }, inEnglish).headline).toMatchObject({
      cause: 'healthy',
      certainty: 'tentative',
    })
  })
})

describe('the tree', () => {
  const branches = [...TREE.causes, ...TREE.calm].flatMap(branchesOf)

  it('has each id once', () => {
    expect(new Set(branches.map(({ id }) => id)).size).toBe(branches.length)
  })

  it('can name every cause there is', () => {
    const reachable = new Set<string>([...branches.map(({ conclude }) => conclude.cause), 'inconclusive'])
    const parents = ['queue', 'prefill', 'decode']
    const lookAlikes = branches.flatMap(({ confirm }) => confirm.map(({ excludes }) => excludes))
    const named = new Set<string>([...reachable, ...parents, ...lookAlikes])
    expect(CAUSES.filter((cause) => !named.has(cause))).toEqual([])
  })
})
