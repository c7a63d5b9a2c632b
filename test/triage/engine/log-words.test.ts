import { inEnglish } from '../../../src/domain/text.ts'
import { describe, expect, it } from 'vitest'
import { loggedDeaths, loggedGeneration, loggedOutOfMemory, loggedStatsAge } from '../../../src/signals/log.ts'
import { up } from '../../../src/signals/scrape.ts'
import { decide } from '../../../src/triage/decide.ts'
import { logSentences, logShowsNoTokens, logTells, orLogTells } from '../../../src/triage/engine/log-words.ts'
import { anyRow, rowIsZero } from '../../../src/triage/predicates/row-tests.ts'
import type { ToldOrAbsent } from '../../support/evidence.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

const B = { instance: 'b', engine: '1', modelName: 'qwen2.5-7b' }
const silent = anyRow(rowIsZero(up))

describe('a log as a witness', () => {
  it.each([
    ['tells of it', { b: 2 }, 'yes'],
    ['tells of it by another', { a: 2 }, 'unknown'],
    ['tells of none', { b: 0 }, 'unknown'],
    ['is not read', {}, 'unknown'],
  ])('that %s says %3$s', (_, rows, answer) => {
    const evidence = anEvidence({ log_engine_dead: { rows } })
    expect(logTells(loggedDeaths, loggedOutOfMemory).evaluate(evidence, [B]).answer).toBe(answer)
  })

  it.each([
    ['adds to a yes', { b: 0 }, 1, 'yes', ['up', 'log_engine_dead']],
    ['leaves a yes alone that it does not know of', { b: 0 }, 0, 'yes', ['up']],
    ['leaves a no', { b: 1 }, 1, 'no', ['up']],
    ['stands in for what cannot be read', {}, 1, 'yes', ['log_engine_dead']],
    ['leaves open what it does not know of', {}, 0, 'unknown', []],
  ])('%s', (_, ups, deaths, answer, used) => {
    const evidence = anEvidence({ up: { rows: ups }, log_engine_dead: { rows: { b: deaths } } })
    const outcome = orLogTells(silent, loggedDeaths).evaluate(evidence, [B])
    expect([outcome.answer, outcome.used.map(({ signal }) => signal)]).toEqual([answer, used])
  })

  it.each<readonly [string, Readonly<Record<string, ToldOrAbsent>>, string, number]>([
    ['shows tokens', { log_generation: { rows: { b: 40 } } }, 'no', 1],
    ['shows none', { log_generation: { rows: { b: 0 } } }, 'yes', 1],
    ['is not there', {}, 'yes', 0],
    ['was not read', { log_generation: 'timeout' }, 'unknown', 0],
    ['was not read there', { log_generation: { rows: { b: 'timeout' } } }, 'unknown', 0],
  ])('that %s denies progress: %3$s', (_, told, answer, witnesses) => {
    const outcome = logShowsNoTokens.evaluate(anEvidence(told), [B])
    expect([outcome.answer, outcome.used.length]).toEqual([answer, witnesses])
  })

  it('is quoted by the order in which things follow from each other', () => {
    const evidence = anEvidence({
      [loggedDeaths.id]: { rows: { b: 1 } },
      [loggedOutOfMemory.id]: { rows: { b: 3 } },
      [loggedStatsAge.id]: { rows: { b: 240 } },
    })
    const at = { evidence, outcome: { answer: 'yes', used: [], rows: [B], missing: [] } } as const
    expect(logSentences(at, B).map(inEnglish)).toEqual([
      "b's log says: CUDA out of memory (3 times); EngineCore encountered a fatal error",
      'b engine 1 time since its log told of running requests: 240 s',
    ])
    expect(logSentences({ ...at, evidence: anEvidence({ [loggedGeneration.id]: { rows: { b: 1 } } }) }, B)).toEqual([])
  })
})

it('changes nothing where there is none', () => {
  const without = decide(
    anEvidence({ ...AT_WORK, up: { now: 3, before: 4, rows: { a: 1, b: 0, c: 1, d: 1 } } }),
    inEnglish,
  )
  const quiet = Object.fromEntries(['log_engine_dead', 'log_worker_died'].map((id) => [id, { now: 0, rows: { b: 0 } }]))
  const withQuiet = decide(
    anEvidence({ ...AT_WORK, ...quiet, up: { now: 3, before: 4, rows: { a: 1, b: 0, c: 1, d: 1 } } }),
    inEnglish,
  )
  expect(withQuiet).toEqual(without)
})
