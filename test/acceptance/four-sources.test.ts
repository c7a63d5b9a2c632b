import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWith } from '../support/needs.ts'
import { EXCEPTIONS, PAIRS, SIGHTS, expectedOf, headlineOf } from './four-sources-pairs.ts'
import { loadStores } from './four-sources-stores.ts'
import type { Stores } from './four-sources-stores.ts'

const NAMED = PAIRS.map((pair) => ({
  ...pair,
  all: expectedOf(pair, 'all'),
  engines: expectedOf(pair, 'engines'),
  asked: expectedOf(pair, 'asked'),
}))

describe('the stories told by each release', () => {
  it('have no exception that fits no pair', () => {
    const used = PAIRS.flatMap((pair) => SIGHTS.map((sight) => expectedOf(pair, sight).why))
    expect(EXCEPTIONS.filter(({ why }) => !used.includes(why))).toEqual([])
  })
})

describeWith(['prometheus', 'promtool', 'victoria-metrics'], 'the stories told by each release, by each source', () => {
  let stores: Stores
  beforeAll(async () => {
    stores = await loadStores(PAIRS)
  }, 600_000)
  afterAll(() => stores.stop())

  it.each(NAMED)('$id: $all.cause, $all.certainty', async ({ id, all }) => {
    const headline = headlineOf(all)
    expect(await stores.ask(id)).toEqual({ prometheus: headline, victoria: headline, recording: headline })
  })

  it.each(NAMED)('$id, engines alone: $engines.cause, $engines.certainty; asked: $asked.certainty', (pair) => {
    const { id, engines, asked } = pair
    expect(stores.ofEngines(id)).toEqual({ recording: headlineOf(engines), engine: headlineOf(asked) })
  })
})
