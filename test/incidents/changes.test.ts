import { describe, expect, it } from 'vitest'
import type { ReportedChange } from '../../src/domain/fleet-change.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { aStore } from './a-store.ts'

function aChange(at: number, more: Partial<ReportedChange> = {}): ReportedChange {
  return { at: unixSeconds(at), kind: 'deploy', text: 'a deploy', source: 'event', instances: [], ...more }
}

const ALL = { start: unixSeconds(0), end: unixSeconds(9e9) }

describe('changes', () => {
  it('are found in their time, the oldest first, both ends counted', async () => {
    const store = aStore()
    for (const at of [400, 100, 300, 200]) await store.addChange(aChange(at))
    const { changes: found } = await store.changesIn(
      { cluster: 'prod' },
      { start: unixSeconds(200), end: unixSeconds(300) },
    )
    expect(found.map(({ at }) => at)).toEqual([200, 300])
  })

  it('are of one cluster and model, or of all', async () => {
    const store = aStore()
    await store.addChange(aChange(1, { text: 'all' }))
    await store.addChange(aChange(2, { text: 'prod', cluster: 'prod' }))
    await store.addChange(aChange(3, { text: 'staging', cluster: 'staging' }))
    await store.addChange(aChange(4, { text: 'other model', cluster: 'prod', modelName: 'b' }))
    const textsOf = async (modelName?: string) =>
      (await store.changesIn({ cluster: 'prod', ...(modelName && { modelName }) }, ALL)).changes.map(({ text }) => text)
    expect(await textsOf()).toEqual(['all', 'prod', 'other model'])
    expect(await textsOf('a')).toEqual(['all', 'prod'])
  })

  it('that are told twice are one, with what was told last', async () => {
    const store = aStore()
    await store.addChange(aChange(1))
    await store.addChange(aChange(1, { instances: ['a:8000'], url: 'https://ci.example/1' }))
    expect((await store.changesIn({ cluster: 'prod' }, ALL)).changes).toEqual([
      aChange(1, { instances: ['a:8000'], url: 'https://ci.example/1' }),
    ])
  })

  it('are the newest fifty where there are more, and say so', async () => {
    const store = aStore()
    for (let at = 1; at <= 50; at++) await store.addChange(aChange(at))
    expect((await store.changesIn({ cluster: 'prod' }, ALL)).isCut).toBe(false)
    for (let at = 51; at <= 60; at++) await store.addChange(aChange(at))
    const { changes: found, isCut } = await store.changesIn({ cluster: 'prod' }, ALL)
    expect([found.length, found[0]?.at, found.at(-1)?.at, isCut]).toEqual([50, 11, 60, true])
  })

  it('are forgotten with the incidents', async () => {
    const store = aStore()
    for (const at of [100, 200]) await store.addChange(aChange(at))
    await store.prune(unixSeconds(150))
    expect((await store.changesIn({ cluster: 'prod' }, ALL)).changes.map(({ at }) => at)).toEqual([200])
  })
})
