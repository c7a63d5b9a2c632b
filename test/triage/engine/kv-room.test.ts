import { describe, expect, it } from 'vitest'
import type { RowKey } from '../../../src/domain/reading.ts'
import type { Text } from '../../../src/domain/text.ts'
import { inEnglish, say } from '../../../src/domain/text.ts'
import { kvRoom, kvRoomSentences, prefixCachingActions, sequencesThatFit } from '../../../src/triage/engine/kv-room.ts'
import type { Case } from '../../../src/triage/node.ts'
import { AT_WORK, MODEL, type ToldOrAbsent, anEvidence, onEach } from '../../support/evidence.ts'

const row = (instance: string): RowKey => ({ instance, engine: '0', modelName: MODEL })

/** Of four engines that hold 73 000 tokens each, with sequences of 1800 + 400; a test that names no rows is about all. */
function aCase(told: Readonly<Record<string, ToldOrAbsent>> = {}, rows: readonly RowKey[] = []): Case {
  const outcome: Case['outcome'] = { answer: 'yes', used: [], rows, missing: [] }
  return { evidence: anEvidence({ ...AT_WORK, ...told }), outcome }
}

/** As a release has it that does not tell the size. */
const ESTIMATED = { kv_capacity: 'no_samples' } as const

describe('kvRoom', () => {
  it('divides what each engine holds by the mean length of a sequence', () => {
    expect(kvRoom(aCase())).toEqual({
      engines: 4,
      tokens: { least: 73_000, most: 73_000 },
      tokensBefore: { least: 73_000, most: 73_000 },
      isEstimate: false,
      sequences: { length: 2200, fit: { least: 33, most: 33 } },
      running: { least: 10, most: 10 },
    })
  })

  it('is about the rows that the test is about', () => {
    const told = { kv_capacity: { now: 1, rows: { a: 22_000, b: 44_000, c: 66_000, d: 99_999 } } }
    expect(kvRoom(aCase(told, ['a', 'b', 'c'].map(row)))).toMatchObject({
      tokens: { least: 22_000, most: 66_000 },
      sequences: { fit: { least: 10, most: 30 } },
    })
  })

  it.each<readonly [string, Readonly<Record<string, ToldOrAbsent>>]>([
    ['neither size nor blocks are told', { ...ESTIMATED, kv_capacity_estimate: 'no_samples' }],
    ['they could not be read', { kv_capacity: 'timeout', kv_capacity_estimate: 'timeout' }],
    [
      'one engine does not tell',
      {
        kv_capacity: { now: 1, rows: { a: 9e4, b: 9e4, c: 9e4 } },
        kv_capacity_estimate: { now: 1, rows: { a: 9e4, b: 9e4, c: 9e4 } },
      },
    ],
    ['an engine has no cache', { kv_capacity: { now: 0, rows: onEach(0) } }],
  ])('is nothing where %s', (_, told) => {
    expect(kvRoom(aCase(told))).toBeUndefined()
    expect(kvRoomSentences(aCase(told)).map(inEnglish)).toEqual([])
    expect(sequencesThatFit(aCase(told), 'more_than_run')).toBeUndefined()
  })

  it('takes the size that an engine tells before the estimate, and never both', () => {
    const told = {
      kv_capacity: { now: 1, rows: { a: 73_000, b: 73_000 } },
      kv_capacity_estimate: { now: 1, rows: onEach(60_000) },
    }
    expect(kvRoom(aCase(told))).toMatchObject({ isEstimate: true, tokens: { least: 60_000, most: 73_000 } })
    expect(kvRoom(aCase(told, [row('a'), row('b')]))).toMatchObject({
      isEstimate: false,
      tokens: { least: 73_000, most: 73_000 },
    })
  })

  it.each([
    ['holds what runs', 73_000, true],
    ['is too great by far, as where layers of six kinds share the blocks', 73_000 * 6, false],
    ['is too small by far, as where a block holds a state', 400, false],
  ])('believes an estimate that %s: %d', (_, tokens, isBelieved) => {
    const told = { ...ESTIMATED, kv_capacity_estimate: { now: tokens, rows: onEach(tokens) } }
    expect(kvRoom(aCase(told)) !== undefined).toBe(isBelieved)
  })

  it.each(['kv_usage', 'running_mean', 'prompt_length', 'output_length'])(
    'does not believe an estimate without %s',
    (signal) => {
      expect(kvRoom(aCase({ ...ESTIMATED, [signal]: 'timeout' }))).toBeUndefined()
    },
  )
})

describe('kvRoomSentences', () => {
  it.each<readonly [string, Readonly<Record<string, ToldOrAbsent>>, string]>([
    [
      'all of it',
      {},
      'KV cache size: 73k tokens on each; a mean sequence of 2.2k tokens (prompt + output, unshared) fits 33 times at once, and 10 run',
    ],
    [
      'an estimate as one',
      ESTIMATED,
      'KV cache size: about 73k tokens on each (block_size × num_gpu_blocks, an estimate); a mean sequence of 2.2k tokens (prompt + output, unshared) fits about 33 times at once, and 10 run',
    ],
    [
      'what differs between engines, and what it was',
      {
        kv_capacity: { now: 1, rows: { a: [22_000, 44_000], b: [44_000, 44_000], c: 22_000, d: [22_000, 44_000] } },
        running_mean: { now: 46, rows: { a: 10, b: 12, c: 12, d: 12 } },
      },
      'KV cache size: 22k to 44k tokens on each; a mean sequence of 2.2k tokens (prompt + output, unshared) fits 10 to 20 times at once, and 10 to 12 run',
    ],
    [
      'that it was another',
      { kv_capacity: { now: 1, rows: onEach([22_000, 44_000] as const) }, prompt_length: 'no_traffic' },
      'KV cache size: 22k tokens on each (was 44k)',
    ],
    ['no length without outputs', { output_length: 'not_exposed' }, 'KV cache size: 73k tokens on each'],
    [
      'nothing of what fits where no whole one does',
      { prompt_length: { now: 80_000 } },
      'KV cache size: 73k tokens on each',
    ],
    [
      'not what runs where that is not read',
      { running_mean: { now: 46, rows: { a: 10, b: 'stale' } } },
      'KV cache size: 73k tokens on each; a mean sequence of 2.2k tokens (prompt + output, unshared) fits 33 times at once',
    ],
  ])('say %s', (_, told, sentence) => {
    expect(kvRoomSentences(aCase(told)).map(inEnglish)).toEqual([sentence])
  })
})

it('says of one engine what it holds, and not each', () => {
  expect(kvRoomSentences(aCase({}, [row('a')])).map(inEnglish)).toEqual([
    'KV cache size: 73k tokens; a mean sequence of 2.2k tokens (prompt + output, unshared) fits 33 times at once, and 10 run',
  ])
})

function saidOf(text: Text | undefined): string | undefined {
  return text && inEnglish(text)
}

describe('sequencesThatFit', () => {
  it('is a number for an action only on the side of what runs that the action goes to', () => {
    const many = aCase({ running_mean: { now: 400, rows: onEach(100) } })
    expect(saidOf(sequencesThatFit(aCase(), 'more_than_run'))).toBe('33')
    expect(sequencesThatFit(aCase(), 'fewer_than_run')).toBeUndefined()
    expect(saidOf(sequencesThatFit(many, 'fewer_than_run'))).toBe('33')
    expect(sequencesThatFit(many, 'more_than_run')).toBeUndefined()
    expect(saidOf(sequencesThatFit(aCase(ESTIMATED), 'more_than_run'))).toBe('about 33')
    expect(sequencesThatFit(aCase({ running_mean: 'timeout' }), 'more_than_run')).toBeUndefined()
  })
})

describe('prefixCachingActions', () => {
  it('has one only where all say that it is off', () => {
    const off = { prefix_caching: { now: 0, rows: onEach(0) } }
    const text = say`If prompts begin alike, turn on --enable-prefix-caching: it is off`
    expect(prefixCachingActions(aCase(off))).toMatchObject([{ text, kind: 'disruptive' }])
    expect(prefixCachingActions(aCase())).toEqual([])
    expect(prefixCachingActions(aCase({ prefix_caching: 'no_samples' }))).toEqual([])
    expect(prefixCachingActions(aCase({ prefix_caching: { now: 0, rows: { a: 0, b: 0 } } }))).toEqual([])
    expect(prefixCachingActions({ ...aCase(off), evidence: anEvidence({}) })).toEqual([])
  })
})
