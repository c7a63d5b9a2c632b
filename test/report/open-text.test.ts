import { expect, it } from 'vitest'
import type { Cause } from '../../src/domain/cause.ts'
import type { NotRuledOut } from '../../src/domain/diagnosis.ts'
import { openTexts } from '../../src/report/open-text.ts'

function open(cause: Cause, ...missing: readonly string[]): NotRuledOut {
  return { cause, missing, settleWith: `look at ${cause}` }
}

const HANGS = [
  open('engine.hang.kernel', 'steps'),
  open('engine.hang.scheduler'),
  open('engine.hang'),
  open('engine.crash_loop'),
]

it('tells of a few one by one, with the first of what each lacks', () => {
  expect(openTexts([open('kv.leak', 'one', 'two', 'three', 'four', 'five'), open('queue.skew')])).toEqual([
    'kv.leak: one, two, three and 2 more not read; to settle it: look at kv.leak',
    'queue.skew: to settle it: look at queue.skew',
  ])
})

it('tells of many by family, each of them named', () => {
  const many = [
    ...HANGS,
    open('kv.leak', 'KV cache'),
    open('queue.skew'),
    open('queue.skew.dp'),
    open('queue.capacity'),
  ]
  expect(openTexts([...many, open('queue')])).toEqual([
    'engine (hang.kernel, hang.scheduler, hang, crash_loop): to begin with: look at engine.hang.kernel',
    'kv.leak: KV cache not read; to settle it: look at kv.leak',
    'queue (skew, skew.dp, capacity, other): to begin with: look at queue.skew',
    'what each lacks is in --format json',
  ])
})
