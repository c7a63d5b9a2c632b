import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import { TREE } from '../../src/triage/tree.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'

const FOLDER = new URL('incidents/', import.meta.url)

const STORIES = readdirSync(FOLDER).map((file) => ({
  file,
  ...parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file),
}))

describe('each incident in test/triage/incidents', () => {
  it.each(STORIES)('$file: $story: $expect.cause, $expect.certainty', (story) => {
    const { cause, certainty, contributing, says, never_says: neverSays } = story.expect
    const { headline, contributing: others } = decide(evidenceOf(story), inEnglish)
    expect([headline.cause, headline.certainty]).toEqual([cause, certainty])
    expect(others.map((other) => other.cause)).toEqual(contributing)
    const said = [headline.title, ...headline.because].join('\n')
    for (const words of says) expect(said).toContain(words)
    for (const words of [...neverSays, 'undefined', 'NaN', 'Infinity']) expect(said).not.toContain(words)
  })

  it('makes one for every conclusion that the tree can reach', () => {
    const told = new Set(STORIES.map(({ expect: { cause } }) => cause))
    const reachable = new Set([...TREE.causes, ...TREE.calm].flatMap(branchesOf).map(({ conclude }) => conclude.cause))
    expect([...reachable].filter((cause) => !told.has(cause))).toEqual([])
  })
})

describe('an incident written with a slip of the pen', () => {
  const EXPECT = 'expect: { cause: queue, certainty: firm }'

  it.each([
    ['a signal that does not exist', `story: x\nreadings: { kv_useage: { now: 1 } }\n${EXPECT}`, 'kv_useage'],
    ['a key that does not exist', `story: x\nexpectation: {}\n${EXPECT}`, 'expectation'],
    ['a key of a reading', `story: x\nreadings: { kv_usage: { nwo: 1 } }\n${EXPECT}`, 'nwo'],
    [
      'a key of an instance',
      `story: x\nreadings: { up: { instances: { a: { now: 1, befor: 0 } } } }\n${EXPECT}`,
      'befor',
    ],
    ['an instance', `story: x\nreadings: { up: { instances: { every: 1 } } }\n${EXPECT}`, 'every'],
    ['a reason', `story: x\nreadings: { up: not_there }\n${EXPECT}`, 'readings.up'],
    ['a cause', 'story: x\nexpect: { cause: queue.squew, certainty: firm }', 'expect.cause'],
    ['a key of what is expected', 'story: x\nexpect: { cause: queue, certainty: firm, say: [x] }', 'say'],
    ['a key twice', `story: x\nstory: y\n${EXPECT}`, 'twice'],
  ])('%s: the file and the slip are named', (_, text, slip) => {
    expect(() => parseIncidentStory(text, 'slip.yml')).toThrow(/^slip\.yml: /u)
    expect(() => parseIncidentStory(text, 'slip.yml')).toThrow(slip)
  })
})
