import { describe, expect, it } from 'vitest'
import { seconds } from '../../../../src/domain/time.ts'
import type { Backend, Outcome, Part, PartValues } from '../../../../src/evidence/sources/reader/backend.ts'
import { readBatches } from '../../../../src/evidence/sources/reader/read-batches.ts'
import { waiting } from '../../requests.ts'

function plan(id: string, parts: number): { readonly id: string; readonly parts: readonly Part[] } {
  const context = { names: {}, matchers: [], by: [], range: seconds(60), offset: seconds(0) }
  return {
    id,
    parts: Array.from({ length: parts }, (_, index) => ({
      signal: id,
      name: `p${index}`,
      term: waiting.term,
      context,
    })),
  }
}

/** Answers each part with the number of its query, or fails the queries that are named. */
function backend(failing: readonly number[] = []): Backend & { readonly asked: string[][] } {
  const asked: string[][] = []
  const read = (parts: readonly Part[]): Promise<Outcome<PartValues>> => {
    const query = asked.push(parts.map(({ signal, name }) => `${signal}.${name}`))
    if (failing.includes(query)) return Promise.resolve({ status: 'failed', reason: 'http_422' })
    const values = parts.map(({ signal, name }) => ({ signal, part: name, labels: {}, value: query }))
    return Promise.resolve({ status: 'ok', value: { values, isPartial: query === 2 } })
  }
  const nothing: Outcome<ReadonlySet<string>> = { status: 'ok', value: new Set() }
  return {
    name: 'test',
    asked,
    read,
    findNames: () => Promise.resolve(nothing),
    findLabelValues: () => Promise.resolve(nothing),
    queries: () => asked.length,
    notes: () => [],
  }
}

describe('readBatches', () => {
  it('asks small plans together, in order, and a great one alone', async () => {
    const store = backend()
    await readBatches(store, [plan('a', 5), plan('b', 9), plan('c', 1), plan('d', 14), plan('e', 2)])
    expect(store.asked.map((parts) => [...new Set(parts.map((part) => part.split('.')[0]))])).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ])
  })

  it('gives each plan its own values, and what was said of its query', async () => {
    const answers = await readBatches(backend(), [plan('a', 13), plan('b', 2), plan('c', 2)])
    expect(answers.map(({ plan: { id }, answer }) => ({ id, ...answer }))).toEqual(
      [['a', 13, 1, false] as const, ['b', 2, 2, true] as const, ['c', 2, 2, true] as const].map(
        ([id, parts, value, isPartial]) => ({
          id,
          status: 'ok',
          value: {
            isPartial,
            values: Array.from({ length: parts }, (_, index) => ({ signal: id, part: `p${index}`, labels: {}, value })),
          },
        }),
      ),
    )
  })

  it('fails what a failed query asked for, and nothing else', async () => {
    const answers = await readBatches(backend([1]), [plan('a', 7), plan('b', 7), plan('c', 7)])
    expect(answers.map(({ plan: { id }, answer }) => [id, answer.status])).toEqual([
      ['a', 'failed'],
      ['b', 'failed'],
      ['c', 'ok'],
    ])
  })

  it('asks nothing for nothing', async () => {
    const store = backend()
    expect(await readBatches(store, [])).toEqual([])
    expect(store.asked).toEqual([])
  })
})
