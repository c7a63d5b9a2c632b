import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SendOutcome } from '../../src/domain/post.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import type { Budget } from '../../src/incidents/budget.ts'
import { createOutbox } from '../../src/incidents/outbox.ts'
import type { Store } from '../../src/incidents/store.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore, aStoreFile } from './a-store.ts'
import { aMessage, createFakeSlack } from './fake-slack.ts'
import { createManualClock } from './manual-clock.ts'

async function anIncident(store: Store, model = 'qwen'): Promise<string> {
  const { changes } = await store.receive(aGroup([anAlert({ labels: { model_name: model } })]), unixSeconds(5000))
  const [change] = changes
  if (change === undefined) throw new Error('nothing changed')
  return change.incident.id
}

function aRig(options: { readonly store?: Store; readonly budget?: Partial<Budget> } = {}) {
  const time = createManualClock()
  const store = options.store ?? aStore()
  const slack = createFakeSlack(time.clock)
  const metrics = createMetrics({ withProcess: false })
  const logged: string[] = []
  const make = (sender = slack.sender) =>
    createOutbox({
      store,
      sender,
      clock: time.clock,
      log: createLogger('debug', { write: (line) => void logged.push(line) }),
      metrics,
      random: () => 0.5,
      ...(options.budget && { budget: options.budget }),
    })
  const outbox = make()
  const put = (incidentId: string, slot: string, text: string, channel = 'C1'): Promise<void> =>
    store.put({ incidentId, channel, slot }, aMessage(text), unixSeconds(time.clock.now()))
  return { ...time, store, slack, outbox, put, make, metrics, logged }
}

const RETRY = { status: 'retry', afterSeconds: 0, reason: 'http 503', uncertain: false } as const
const REFUSED: SendOutcome = { status: 'refused', reason: 'channel_not_found' }

describe('the outbox', () => {
  it('posts a card at once', async () => {
    const { store, outbox, put, slack, rest } = aRig()
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'card', 'reading evidence')
    await rest()
    expect(slack.standing).toMatchObject([{ key: `${id}:card`, channel: 'C1', text: 'reading evidence' }])
    expect(await store.posts(id)).toMatchObject([{ ts: '1.000100', isPending: false }])
    expect((await store.incidentByThread('C1', '1.000100'))?.id).toBe(id)
    expect(await store.incidentByThread('C2', '1.000100')).toBeUndefined()
  })

  it('edits in place: the conclusion at once, what follows every three seconds', async () => {
    const { store, outbox, put, slack, rest, advance, clock } = aRig()
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'card', 'reading')
    await rest()
    const start = clock.now()
    await put(id, 'card', 'conclusion')
    await rest()
    expect(slack.texts()).toEqual(['conclusion'])
    for (const text of ['a', 'b', 'c']) {
      await put(id, 'card', text)
      await advance(0.5)
    }
    expect(slack.texts()).toEqual(['conclusion'])
    await advance(3)
    expect(slack.texts()).toEqual(['c'])
    expect(slack.made('update').map(({ at, text }) => [at - start, text])).toEqual([
      [0, 'conclusion'],
      [3, 'c'],
    ])
    expect(slack.made('post')).toHaveLength(1)
  })

  it('says the same thing once', async () => {
    const { store, outbox, put, slack, rest } = aRig()
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'card', 'a')
    await rest()
    await put(id, 'card', 'a')
    await rest()
    expect(slack.calls).toHaveLength(1)
  })

  it('lets replies wait for their card, and puts them into its thread', async () => {
    const { store, outbox, put, slack, rest, advance } = aRig()
    slack.behave(({ text }) => (text === 'card' ? RETRY : undefined))
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'evidence', 'evidence')
    await put(id, 'card', 'card')
    await advance(1)
    expect(slack.made('post').every(({ text }) => text === 'card')).toBe(true)
    slack.behave(() => undefined)
    await advance(10)
    await rest()
    expect(slack.standing).toMatchObject([{ text: 'card' }, { text: 'evidence', threadTs: '1.000100' }])
  })

  it('keeps to one post a second and channel, each channel by itself', async () => {
    const { store, outbox, put, slack, advance, clock } = aRig()
    await outbox.start()
    const start = clock.now()
    for (const model of ['a', 'b', 'c', 'd']) {
      const id = await anIncident(store, model)
      await put(id, 'card', model, 'C1')
      await put(id, 'card', model, 'C2')
    }
    await advance(10)
    for (const channel of ['C1', 'C2']) {
      const posts = slack.made('post').filter((call) => call.channel === channel)
      expect(posts.map(({ at, text }) => [at - start, text])).toEqual([
        [0, 'a'],
        [1, 'b'],
        [2, 'c'],
        [3, 'd'],
      ])
    }
  })

  it('takes cards before replies, and a first conclusion before other edits', async () => {
    const { store, outbox, put, slack, advance } = aRig({ budget: { editsPerMinute: 6 } })
    const [a, b] = [await anIncident(store, 'a'), await anIncident(store, 'b')]
    await put(a, 'card', 'card a')
    await outbox.start()
    await advance(0.5)
    await put(a, 'card', 'conclusion a')
    await advance(3)
    for (const text of ['evidence a', 'table a']) await put(a, text, text)
    await put(a, 'card', 'more a')
    await put(b, 'card', 'card b')
    await advance(1.5)
    await put(b, 'card', 'conclusion b')
    await advance(60)
    expect(slack.made('post').map(({ text }) => text)).toEqual(['card a', 'evidence a', 'card b', 'table a'])
    expect(slack.made('update').map(({ text }) => text)).toEqual(['conclusion a', 'conclusion b', 'more a'])
  })

  it('keeps edits within the minute', async () => {
    const { store, outbox, put, slack, advance } = aRig()
    await outbox.start()
    const ids = await Promise.all(Array.from({ length: 90 }, (_, index) => anIncident(store, `m${index}`)))
    for (const id of ids) await put(id, 'card', 'reading', `C-${id}`)
    await advance(1)
    for (const id of ids) await put(id, 'card', 'conclusion', `C-${id}`)
    await advance(180)
    const at = slack.made('update').map((call) => call.at)
    expect(at).toHaveLength(90)
    const inMinuteFrom = (start: number): number => at.filter((time) => time >= start && time < start + 60).length
    expect(Math.max(...at.map(inMinuteFrom))).toBeLessThanOrEqual(50)
  })

  it('waits as long as Slack asks, only in that channel', async () => {
    const { store, outbox, put, slack, advance, clock } = aRig()
    slack.behave(({ channel, at }) =>
      channel === 'C1' && at < 10_030 ? { ...RETRY, afterSeconds: 30, reason: 'ratelimited' } : undefined,
    )
    await outbox.start()
    const start = clock.now()
    const [a, b] = [await anIncident(store, 'a'), await anIncident(store, 'b')]
    await put(a, 'card', 'a', 'C1')
    await put(b, 'card', 'b', 'C1')
    await put(b, 'card', 'b', 'C2')
    await advance(40)
    expect(
      slack
        .made('post')
        .filter(({ channel }) => channel === 'C1')
        .map(({ at }) => at - start),
    ).toEqual([0, 30, 31])
    expect(
      slack
        .made('post')
        .filter(({ channel }) => channel === 'C2')
        .map(({ at }) => at - start),
    ).toEqual([0])
  })

  it('waits longer each time while Slack is away, and loses nothing', async () => {
    const { store, outbox, put, slack, advance, clock, metrics } = aRig()
    slack.behave(() => RETRY)
    await outbox.start()
    const start = clock.now()
    const ids = [await anIncident(store, 'a'), await anIncident(store, 'b'), await anIncident(store, 'c')]
    for (const id of ids) await put(id, 'card', id)
    await advance(600)
    const tried = slack.calls.map(({ at }) => at - start)
    expect(tried.length).toBeLessThan(40)
    expect(await metrics.registry.metrics()).toContain('whyslow_outbox_pending 3')
    slack.behave(() => undefined)
    await advance(130)
    expect(slack.texts().toSorted()).toEqual(ids.toSorted())
    expect(await metrics.registry.metrics()).toContain('whyslow_outbox_pending 0')
  })

  it('does not try again what Slack refuses, until there is something else to say', async () => {
    const { store, outbox, put, slack, advance, logged } = aRig()
    slack.behave(() => REFUSED)
    await outbox.start()
    const [a, b] = [await anIncident(store, 'a'), await anIncident(store, 'b')]
    await put(a, 'card', 'bad')
    await put(b, 'card', 'good')
    await advance(0.5)
    slack.behave(() => undefined)
    await advance(300)
    expect(slack.texts()).toEqual(['good'])
    expect(await store.posts(a)).toMatchObject([{ isPending: false, lastError: 'channel_not_found' }])
    expect(logged.join('')).toContain('Slack refused a message')
    await put(a, 'card', 'better')
    await advance(2)
    expect(slack.texts()).toEqual(['good', 'better'])
  })

  it('looks for a post whose outcome is unknown, and takes it as its own', async () => {
    const { store, outbox, put, slack, advance } = aRig()
    slack.behave(({ method }) => (method === 'post' ? { ...RETRY, reason: 'timeout', uncertain: true } : undefined))
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'card', 'reading')
    await advance(0.5)
    await put(id, 'card', 'conclusion')
    await advance(10)
    expect(slack.texts()).toEqual(['conclusion'])
    expect(slack.calls.map(({ method }) => method)).toEqual(['post', 'find', 'update'])
  })

  it('posts again when a sender throws and nothing is found', async () => {
    const { store, outbox, put, slack, advance } = aRig()
    let left = 2
    slack.behave(() => ((left -= 1) >= 0 ? 'throw' : undefined))
    await outbox.start()
    await put(await anIncident(store), 'card', 'a')
    await advance(30)
    expect(slack.texts()).toEqual(['a'])
    expect(slack.calls.map(({ method }) => method)).toEqual(['post', 'find', 'find', 'post'])
  })

  it('does not let one message that never gets through hold up the others', async () => {
    const { store, outbox, put, slack, advance } = aRig()
    slack.behave(({ text }) => (text === 'cursed' ? RETRY : undefined))
    await outbox.start()
    await put(await anIncident(store, 'a'), 'card', 'cursed')
    for (const model of ['b', 'c', 'd']) await put(await anIncident(store, model), 'card', model)
    await advance(20)
    expect(slack.texts()).toEqual(['b', 'c', 'd'])
  })

  it('ends what is under way when it drains, and starts nothing more', async () => {
    const { store, outbox, put, slack, rest, advance } = aRig()
    await outbox.start()
    await put(await anIncident(store, 'a'), 'card', 'a')
    await rest()
    await put(await anIncident(store, 'b'), 'card', 'b')
    await outbox.drain(5)
    await advance(60)
    expect(slack.texts()).toEqual(['a'])
  })

  it('counts what it does', async () => {
    const { store, outbox, put, slack, advance, metrics } = aRig()
    slack.behave(({ text }) => (text === 'b' ? REFUSED : undefined))
    await outbox.start()
    await put(await anIncident(store, 'a'), 'card', 'a')
    await put(await anIncident(store, 'b'), 'card', 'b')
    await advance(5)
    const text = await metrics.registry.metrics()
    expect(text).toContain('whyslow_posts_total{method="post",result="sent"} 1')
    expect(text).toContain('whyslow_posts_total{method="post",result="refused"} 1')
  })
})

describe('after a crash', () => {
  it.each([
    ['before the post arrived', 'crash_before', ['post', 'find', 'post']],
    ['after it arrived', 'crash_after', ['post', 'find']],
  ] as const)('%s one message stands', async (_name, crash, methods) => {
    const file = aStoreFile()
    const { put, slack, outbox, store, advance, clock } = aRig({ store: aStore(file) })
    slack.behave(() => crash)
    await outbox.start()
    const id = await anIncident(store)
    await put(id, 'card', 'reading')
    await advance(1)
    // The process is gone: nobody hears the answer. Another one opens the file.
    slack.behave(() => undefined)
    const again = aStore(file)
    const second = createOutbox({
      store: again,
      sender: slack.sender,
      clock,
      log: createLogger('silent'),
      metrics: createMetrics({ withProcess: false }),
      random: () => 0.5,
    })
    await second.start()
    await advance(10)
    expect(slack.texts()).toEqual(['reading'])
    expect(slack.calls.map(({ method }) => method)).toEqual(methods)
    expect((await again.incidentByThread('C1', '1.000100'))?.id).toBe(id)
  })

  /** What one step may do: say something new, let time pass, or lose the process at a bad moment. */
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        slot: fc.constantFrom('card', 'evidence', 'recovery'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('trouble' as const),
        what: fc.constantFrom('crash_before' as const, 'crash_after' as const, 'throw' as const, 'uncertain' as const),
      }),
    },
  )

  it('whatever goes wrong when, each place is filled once, with the last word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const file = aStoreFile()
        const { clock, advance } = createManualClock()
        const slack = createFakeSlack(clock)
        const wanted = new Map<string, string>()
        const start = async (): Promise<Store> => {
          const store = aStore(file)
          const log = createLogger('silent')
          const metrics = createMetrics({ withProcess: false })
          await createOutbox({ store, sender: slack.sender, clock, log, metrics, random: () => 0.5 }).start()
          return store
        }
        let store = await start()
        const incidentId = await anIncident(store)
        const put = async (slot: string, text: string): Promise<void> => {
          wanted.set(slot, text)
          await store.put({ incidentId, channel: 'C1', slot }, aMessage(text), unixSeconds(clock.now()))
        }
        for (const [index, todo] of steps.entries()) {
          if (todo.kind === 'put') await put(todo.slot, `${todo.slot} ${index}`)
          if (todo.kind === 'wait') await advance(todo.seconds)
          if (todo.kind !== 'trouble') continue
          const { what } = todo
          slack.behave(() => (what === 'uncertain' ? { ...RETRY, uncertain: true } : what))
          await put('card', `card ${index}`)
          await advance(5)
          // Those that went before hang or have been closed: only the new process goes on.
          await store.close()
          slack.behave(() => undefined)
          store = await start()
        }
        await put('card', 'card at last')
        await advance(400)
        const shown = slack.standing.map(({ key, text }) => `${key.split(':')[1]}: ${text}`)
        expect(shown.toSorted()).toEqual([...wanted].map(([slot, text]) => `${slot}: ${text}`).toSorted())
      }),
      { numRuns: 60 },
    )
  })
})
