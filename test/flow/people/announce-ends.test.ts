import { describe, expect, it } from 'vitest'
import type { Alertmanager } from '../../../src/alertmanager/open-alertmanager.ts'
import { equals } from '../../../src/domain/matcher.ts'
import type { KeptSilence, Silence } from '../../../src/domain/silence.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { type UnixSeconds, unixSeconds } from '../../../src/domain/time.ts'
import { createAnnouncer } from '../../../src/flow/people/announce-ends.ts'
import { createCards } from '../../../src/flow/people/cards.ts'
import { TEXT_JOBS } from '../../../src/incidents/jobs.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { aGroup, anAlert } from '../../alerts/an-alert.ts'
import { aStore } from '../../incidents/a-store.ts'
import { textOf } from '../../slack/text-of.ts'

const START = 1_796_000_000
const HOUR = 3600

/** An incident with one silence of an hour, and an Alertmanager that says of it what it is told. */
async function aSilence(listed: () => readonly Silence[], active: readonly string[] = ['A', 'A']) {
  let now = unixSeconds(START)
  const store = aStore()
  const { changes } = await store.receive(aGroup([anAlert({ startsAt: START - 60 })]), now)
  const incidentId = changes[0]?.incident.id ?? ''
  const cards = createCards({ store, channel: 'C1', now: () => now, speak: inEnglish })
  await cards.put(incidentId, { text: 'card', blocks: [] })
  const silence: KeptSilence = {
    id: 's1',
    cluster: 'prod',
    incidentId,
    matchers: [equals('alertname', 'A')],
    endsAt: unixSeconds(START + HOUR),
    user: 'U0ALICE0000',
    comment: 'because',
  }
  await store.people.keepSilence(silence)
  const alertmanager = {
    silences: () => Promise.resolve().then(listed),
    activeAlerts: () => Promise.resolve(active.map((alertname) => ({ alertname }))),
  } as unknown as Alertmanager
  const clusters = [{ name: 'prod', alertmanager }]
  const announce = createAnnouncer({
    clusters,
    store,
    watch: () => Promise.resolve(undefined),
    cards,
    now: () => now,
    log: createLogger('silent'),
    speak: inEnglish,
  })
  const textAt = async (slot: string) => {
    const post = (await store.posts(incidentId)).find(({ place }) => place.slot === slot)
    return post && textOf(post.message)
  }
  return {
    silence,
    store,
    textAt,
    nextDue: async () => {
      const [job] = (await store.takeDueJobs({ kinds: TEXT_JOBS, now: unixSeconds(START * 2), limit: 9 })).filter(
        ({ kind }) => kind === 'silences',
      )
      return job && job.dueAt - START
    },
    runAt: async (at: number): Promise<void> => {
      now = unixSeconds(START + at)
      await announce(incidentId)
    },
    finishTriage: async () => {
      for (const job of await store.takeDueJobs({ kinds: TEXT_JOBS, now, limit: 9 })) await store.finishJob(job.id)
    },
  }
}

function listed(silence: KeptSilence, state: Silence['state'], endsAt: UnixSeconds): Silence {
  const { id, matchers, comment } = silence
  return { id, matchers, comment, state, endsAt, startsAt: unixSeconds(START), createdBy: 'alice (whyslow)' }
}

describe('the end of a silence', () => {
  it('is said in the thread when it has come', async () => {
    const at = await aSilence(() => [])
    await at.finishTriage()
    await at.runAt(HOUR + 1)
    expect(await at.textAt('silence-end:s1')).toContain(
      'The silence has ended. Alerts like these page again; 2 of them are active now:',
    )
    expect(await at.textAt('silence:s1')).toMatch(/^The silence has ended\. At /u)
    expect((await at.store.people.silence('s1'))?.end).toEqual({ at: START + HOUR })
    expect(await at.nextDue()).toBeUndefined()
  })

  it('says that alerts may have resolved unheard', async () => {
    const at = await aSilence(() => [], [])
    await at.finishTriage()
    await at.runAt(HOUR + 1)
    expect(await at.textAt('silence-end:s1')).toContain('None of these alerts is active now')
  })

  it('is waited for', async () => {
    const at = await aSilence(() => [])
    await at.finishTriage()
    await at.runAt(60)
    expect(await at.textAt('silence-end:s1')).toBeUndefined()
    expect(await at.nextDue()).toBe(HOUR)
  })

  it('moves with what was done in Alertmanager itself', async () => {
    let of: Silence[] = []
    const at = await aSilence(() => of)
    await at.finishTriage()
    of = [listed(at.silence, 'active', unixSeconds(START + 3 * HOUR))]
    await at.runAt(HOUR + 1)
    expect(await at.textAt('silence-end:s1')).toBeUndefined()
    expect((await at.store.people.silence('s1'))?.endsAt).toBe(START + 3 * HOUR)
    expect(await at.nextDue()).toBe(3 * HOUR)
  })

  it('is said with a doubt where Alertmanager does not answer', async () => {
    const at = await aSilence(() => {
      throw new Error('down')
    })
    await at.finishTriage()
    await at.runAt(HOUR + 1)
    expect(await at.textAt('silence-end:s1')).toContain('Alertmanager did not answer when I asked')
  })

  it('is said once', async () => {
    const at = await aSilence(() => [])
    await at.runAt(HOUR + 1)
    const before = await at.textAt('silence-end:s1')
    await at.runAt(HOUR + 900)
    expect(await at.textAt('silence-end:s1')).toBe(before)
  })
})
