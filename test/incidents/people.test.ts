import { describe, expect, it } from 'vitest'
import { equals } from '../../src/domain/matcher.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { withHandling } from '../../src/slack/render-handling.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore } from './a-store.ts'

const NOW = unixSeconds(1_796_000_000)

async function anOpenIncident() {
  const store = aStore()
  const { changes } = await store.receive(aGroup([anAlert({ startsAt: NOW - 60 })]), NOW)
  return { store, id: changes[0]?.incident.id ?? '' }
}

describe('people', () => {
  it('acknowledge once: the first one stays', async () => {
    const { store, id } = await anOpenIncident()
    expect(await store.people.acknowledge(id, { user: 'U1', at: NOW })).toEqual({ user: 'U1', at: NOW })
    expect(await store.people.acknowledge(id, { user: 'U2', at: unixSeconds(NOW + 9) })).toMatchObject({ user: 'U1' })
  })

  it('have one word each on an incident, and the last one counts', async () => {
    const { store } = await anOpenIncident()
    const say = (incidentId: string, user: string, verdict: 'useful' | 'wrong', cause: 'queue' | 'healthy') =>
      store.people.keepFeedback({ incidentId, user, at: NOW, verdict, cause })
    await say('a', 'U1', 'useful', 'queue')
    await say('a', 'U1', 'wrong', 'queue')
    await say('a', 'U2', 'useful', 'queue')
    await say('b', 'U1', 'useful', 'healthy')
    expect(await store.people.countFeedback()).toEqual([
      { cause: 'queue', useful: 1, wrong: 1 },
      { cause: 'healthy', useful: 1, wrong: 0 },
    ])
  })

  it('end a silence once', async () => {
    const { store, id } = await anOpenIncident()
    const silence = {
      id: 's',
      cluster: 'prod',
      incidentId: id,
      matchers: [equals('a', '"b"')],
      user: 'U1',
      comment: '',
    }
    await store.people.keepSilence({ ...silence, endsAt: NOW })
    expect(await store.people.silencesOf(id)).toEqual([{ ...silence, endsAt: NOW }])
    expect(await store.people.endSilence('s', { at: NOW, undoneBy: 'U2' })).toBe(true)
    expect(await store.people.endSilence('s', { at: NOW })).toBe(false)
    expect((await store.people.silence('s'))?.end).toEqual({ at: NOW, undoneBy: 'U2' })
  })

  it('are on the card, whatever is written to it at the same time', async () => {
    const { store, id } = await anOpenIncident()
    const place = { incidentId: id, channel: 'C1', slot: 'card' }
    const write = (text: string) =>
      store.compose(place, (_, handling) => withHandling({ text, blocks: [] }, handling, inEnglish), NOW)
    const dress = () =>
      store.compose(place, (standing, handling) => standing && withHandling(standing, handling, inEnglish), NOW)
    await write('first')
    const writes = Array.from({ length: 20 }, (_, index) => write(`v${index}`))
    const acknowledging = store.people.acknowledge(id, { user: 'U0ALICE0000', at: NOW }).then(dress)
    await Promise.all([...writes, acknowledging, ...Array.from({ length: 20 }, (_, index) => write(`w${index}`))])
    const [card] = await store.posts(id)
    expect(card?.message.text).toMatch(/^[vw]19$/u)
    expect(JSON.stringify(card?.message.blocks)).toContain('U0ALICE0000')
  })

  it('are forgotten with time, but for their words on conclusions', async () => {
    const { store, id } = await anOpenIncident()
    const deed = { user: 'U1', deed: 'evidence', outcome: 'done', incidentId: id, detail: '' } as const
    await store.people.keepAudit({ ...deed, at: NOW })
    await store.people.keepAudit({ ...deed, at: unixSeconds(NOW + 100) })
    await store.people.keepFeedback({ incidentId: id, user: 'U1', at: NOW, verdict: 'useful', cause: 'queue' })
    await store.prune(unixSeconds(NOW + 50))
    expect(await store.db.selectFrom('audit').select('at').execute()).toEqual([{ at: NOW + 100 }])
    expect(await store.people.countFeedback()).toHaveLength(1)
  })
})
