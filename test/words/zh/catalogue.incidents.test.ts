import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../../src/domain/diagnosis.ts'
import type { Evidence } from '../../../src/domain/evidence.ts'
import { decide } from '../../../src/triage/decide.ts'
import { speakIn } from '../../../src/words/speak-in.ts'
import { evidenceOf, parseIncidentStory } from '../../support/incident-story.ts'
import { hasEnglish } from '../english-in.ts'

const FOLDER = new URL('../../triage/incidents/', import.meta.url)

describe('each incident in test/triage/incidents, in Chinese', () => {
  it.each(readdirSync(FOLDER))('%s: has no English sentence', (file) => {
    const evidence = evidenceOf(parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file))
    const names = namesIn(evidence)
    const english = sentencesOf(decide(evidence, speakIn('zh'))).filter((sentence) => hasEnglish(sentence, names))
    expect([...new Set(english)]).toEqual([])
  })
})

describe('an English sentence', () => {
  it.each([
    ['Requests wait on a', true],
    ['请求在 a 上排队', false],
    ['KV cache 已满', false],
    ['看 kubectl get pods 的结果', false],
    ['运行 `some command here` 后再看', false],
    ['请求在 my gateway 上排队', false],
    ['请求 wait here 排队', true],
    ['I 看不到', false],
    ['Nothing 读到', false],
    ['GPU KV 块', false],
  ])('%s: %s', (sentence, isEnglish) => {
    expect(hasEnglish(sentence, ['my gateway'])).toBe(isEnglish)
  })
})

function sentencesOf(diagnosis: Diagnosis): readonly string[] {
  const { headline, contributing, notRuledOut, path, actions, missing } = diagnosis
  return [
    ...[headline, ...contributing].flatMap(({ title, because, doubt }) => [title, ...because, doubt ?? '']),
    ...notRuledOut.flatMap((open) => [...open.missing, open.settleWith]),
    ...path.flatMap(({ ask, readings }) => [ask, ...readings.map(({ threshold }) => threshold)]),
    ...[...actions.now, ...actions.today, ...actions.thisWeek, ...actions.rollback].map(({ text }) => text),
    ...missing.flatMap(({ title, enableWith }) => [title, enableWith]),
  ]
}

/** What others have named: it stays as it is. */
function namesIn({ changes }: Evidence): readonly string[] {
  return changes.map(({ text }) => text)
}
