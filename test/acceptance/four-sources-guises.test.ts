import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '../support/needs.ts'
import { DISGUISED, expectedIn } from './four-sources-guises.ts'
import { headlineOf } from './four-sources-pairs.ts'
import { loadStores } from './four-sources-stores.ts'
import type { Stores } from './four-sources-stores.ts'
import { TRAPS } from './four-sources-traps.ts'

const NAMED = DISGUISED.map((one) => ({ ...one, all: expectedIn(one, 'all') }))
/** Ray and renaming stores stand between the engines and who reads: the engines' own pages are plain. */
const PLAIN = DISGUISED.filter(({ dress }) => dress === 'plain').map((one) => ({
  ...one,
  engines: expectedIn(one, 'engines'),
  asked: expectedIn(one, 'asked'),
}))

describeWith(
  ['prometheus', 'promtool', 'victoria-metrics'],
  'the stories under other names and by mixed fleets',
  () => {
    let stores: Stores
    beforeAll(async () => {
      stores = await loadStores([...DISGUISED, ...TRAPS])
    }, 600_000)
    afterAll(() => stores.stop())

    it.each([...NAMED, ...TRAPS])('$id: $all.cause, $all.certainty', async ({ id, all }) => {
      const headline = headlineOf(all)
      expect(await stores.ask(id)).toEqual({ prometheus: headline, victoria: headline, recording: headline })
    })

    it.each(PLAIN)('$id, engines alone: $engines.cause, $engines.certainty', ({ id, engines, asked }) => {
      expect(stores.ofEngines(id)).toEqual({ recording: headlineOf(engines), engine: headlineOf(asked) })
    })
  },
)
