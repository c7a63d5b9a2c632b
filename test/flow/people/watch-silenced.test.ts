import { describe, expect, it } from 'vitest'
import type { Alertmanager } from '../../../src/alertmanager/open-alertmanager.ts'
import { equals } from '../../../src/domain/matcher.ts'
import type { Labels } from '../../../src/domain/series.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { createCards } from '../../../src/flow/people/cards.ts'
import { createSilencedWatch } from '../../../src/flow/people/watch-silenced.ts'
import { TEXT_JOBS } from '../../../src/incidents/jobs.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { aGroup, anAlert } from '../../alerts/an-alert.ts'
import { aStore } from '../../incidents/a-store.ts'
import { textOf } from '../../slack/text-of.ts'

const START = 1_796_000_000
const LABELS = { cluster: 'prod', instance: 'a:1' }
const ONE = anAlert({ name: 'A', labels: LABELS, startsAt: START - 60 })
const OTHER = anAlert({ name: 'B', labels: LABELS, startsAt: START - 60 })

/** An incident of two alerts, silenced for an hour, and an Alertmanager in which those fire that `fires` says. */
async function anIncident(fires: (at: number) => readonly Labels[]) {
  let now = unixSeconds(START)
  const store = aStore()
  const { changes } = await store.receive(aGroup([ONE, OTHER]), now)
  const id = changes[0]?.incident.id ?? ''
  await store.people.keepSilence({
    id: 's1',
    cluster: 'prod',
    incidentId: id,
    matchers: [equals('cluster', 'prod')],
    endsAt: unixSeconds(START + 3600),
    user: 'U0ALICE0000',
    comment: '',
  })
  const alertmanager = { firing: () => Promise.resolve().then(() => fires(now - START)) } as unknown as Alertmanager
  const cards = createCards({ store, channel: 'C1', now: () => now, speak: inEnglish })
  const log = createLogger('silent')
  const watch = createSilencedWatch({
    clusters: [{ name: 'prod', alertmanager }],
    store,
    cards,
    now: () => now,
    log,
    speak: inEnglish,
  })
  return {
    store,
    /** Looks at each of these seconds; when it wants to look again. */
    lookAt: async (...times: readonly number[]) => {
      let again: number | undefined
      for (const at of times) {
        now = unixSeconds(START + at)
        again = await watch(id)
      }
      return again === undefined ? undefined : again - START
    },
    episodes: async () => {
      const incident = await store.incident(id)
      return incident?.episodes.map(({ alertName, status, endsAt }) => [alertName, status, endsAt && endsAt - START])
    },
    replies: async () => (await store.posts(id)).map(({ message }) => textOf(message)),
    jobs: async () => (await store.takeDueJobs({ kinds: TEXT_JOBS, now, limit: 9 })).map(({ kind }) => kind),
  }
}

describe('an alert that resolves while it is silenced', () => {
  it('is seen to be gone, and the thread says how that is known', async () => {
    const one = await anIncident((at) => (at < 100 ? [ONE.labels, OTHER.labels] : [OTHER.labels]))
    expect(await one.lookAt(0, 60, 120, 180)).toBe(240)
    expect(await one.episodes()).toEqual([
      ['A', 'firing', undefined],
      ['B', 'firing', undefined],
    ])
    await one.lookAt(240)
    expect(await one.episodes()).toEqual([
      ['A', 'resolved', 120],
      ['B', 'firing', undefined],
    ])
    expect(await one.replies()).toEqual([expect.stringMatching(/^A resolved while silenced: Alertmanager listed it/u)])
  })

  it('is the end of the incident when it was the last, and the fleet is looked at again', async () => {
    const one = await anIncident((at) => (at < 100 ? [ONE.labels, OTHER.labels] : []))
    expect(await one.lookAt(0, 120, 240, 300)).toBeUndefined()
    expect((await one.episodes())?.map(([, status]) => status)).toEqual(['resolved', 'resolved'])
    expect(await one.jobs()).toContain('triage')
    expect((await one.store.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind)).toContain('verify')
  })

  it.each<[string, (at: number) => readonly Labels[]]>([
    [
      'is missing for a moment, as after a restart of Alertmanager',
      (at) => (at === 60 ? [] : [ONE.labels, OTHER.labels]),
    ],
    ['was never there: it is another Alertmanager’s', () => []],
    [
      'cannot be asked for',
      (at) => {
        if (at > 0) throw new Error('down')
        return [ONE.labels, OTHER.labels]
      },
    ],
    ['has other labels', () => [{ ...ONE.labels, extra: 'x' }, OTHER.labels]],
  ])('is not taken for resolved where it %s', async (_name, fires) => {
    const one = await anIncident(fires)
    expect(await one.lookAt(0, 60, 120, 180, 240, 300)).toBe(360)
    expect((await one.episodes())?.map(([, status]) => status)).toEqual(['firing', 'firing'])
    expect(await one.replies()).toEqual([])
  })

  it('is looked for until five minutes after the silence, and then Alertmanager tells of it', async () => {
    const one = await anIncident(() => [ONE.labels, OTHER.labels])
    await one.store.people.endSilence('s1', { at: unixSeconds(START + 100) })
    expect(await one.lookAt(0, 390)).toBe(450)
    expect(await one.lookAt(400)).toBeUndefined()
  })
})
