import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aGroup, anAlert, type AlertParts } from './an-alert.ts'
import { createMemory } from './remember.ts'

const MIN = 60

/** Each row: notifications in order, each a list of alerts; then the kinds of change each made. */
const STORIES: readonly (readonly [string, readonly (readonly AlertParts[])[], readonly string[]])[] = [
  ['one alert opens an incident', [[{}]], ['opened']],
  ['an HA duplicate changes nothing', [[{}], [{}]], ['opened', '']],
  ['the same alert twice in one notification is one episode', [[{}, {}]], ['opened']],
  ['two alerts of one trouble share an incident', [[{}, { name: 'VLLMKVCacheFull', startsAt: 1030 }]], ['opened']],
  ['a second notification joins', [[{}], [{}, { name: 'VLLMKVCacheFull', startsAt: 1100 }]], ['opened', 'joined']],
  [
    'one that starts just in the window joins',
    [[{}], [{ name: 'B', startsAt: 1000 + 10 * MIN }]],
    ['opened', 'joined'],
  ],
  [
    'one that starts after the window does not',
    [[{}], [{ name: 'B', startsAt: 1001 + 10 * MIN }]],
    ['opened', 'opened'],
  ],
  ['one that started before, within the window, joins', [[{}], [{ name: 'B', startsAt: 500 }]], ['opened', 'joined']],
  [
    'the window slides with the latest start',
    [[{}], [{ name: 'B', startsAt: 1500 }], [{ name: 'C', startsAt: 2000 }]],
    ['opened', 'joined', 'joined'],
  ],
  ['another model is another incident', [[{}], [{ labels: { model_name: 'llama' } }]], ['opened', 'opened']],
  ['resolved closes', [[{}], [{ endsAt: 1200 }]], ['opened', 'resolved']],
  ['resolved twice changes nothing', [[{}], [{ endsAt: 1200 }], [{ endsAt: 1200 }]], ['opened', 'resolved', '']],
  ['a late firing copy after resolved changes nothing', [[{}], [{ endsAt: 1200 }], [{}]], ['opened', 'resolved', '']],
  [
    'one of two resolved leaves it open',
    [
      [{}, { name: 'B' }],
      [{ endsAt: 1200 }, { name: 'B' }],
    ],
    ['opened', 'updated'],
  ],
  [
    'the last one resolved closes it',
    [[{}, { name: 'B' }], [{ endsAt: 1200 }], [{ name: 'B', endsAt: 1300 }]],
    ['opened', 'updated', 'resolved'],
  ],
  [
    'a mixed notification ends one and adds one',
    [[{}], [{ endsAt: 1200 }, { name: 'B', startsAt: 1100 }]],
    ['opened', 'joined'],
  ],
  ['an alert that is not listed any more goes on', [[{}, { name: 'B' }], [{ name: 'B' }]], ['opened', '']],
  [
    'a flapping alert reopens its incident',
    [[{}], [{ endsAt: 1200 }], [{ startsAt: 1300 }]],
    ['opened', 'resolved', 'reopened'],
  ],
  [
    'it does so after a long episode too',
    [[{}], [{ endsAt: 9000 }], [{ startsAt: 9100 }]],
    ['opened', 'resolved', 'reopened'],
  ],
  [
    'an alert that comes back much later is a new incident',
    [[{}], [{ endsAt: 1200 }], [{ startsAt: 9000 }]],
    ['opened', 'resolved', 'opened'],
  ],
  ['a new start alone ends the old episode', [[{}], [{ startsAt: 9000 }]], ['opened', 'joined']],
  [
    'and its resolved closes the incident',
    [[{}], [{ startsAt: 9000 }], [{ startsAt: 9000, endsAt: 9100 }]],
    ['opened', 'joined', 'resolved'],
  ],
  [
    'a late firing copy of the old episode after a new one changes nothing',
    [[{ endsAt: 1200 }], [{ startsAt: 1300 }], [{}]],
    ['remembered', 'reopened', ''],
  ],
  [
    'two starts of one alert from two Prometheus end with one resolved',
    [[{ startsAt: 1015 }], [{ startsAt: 1000 }], [{ startsAt: 1000, endsAt: 1300 }]],
    ['opened', 'updated', 'resolved'],
  ],
  ['what resolved before it was seen is remembered only', [[{ endsAt: 1200 }]], ['remembered']],
  ['and its late firing copy opens nothing', [[{ endsAt: 1200 }], [{}]], ['remembered', '']],
  ['far starts in one notification are two incidents', [[{}, { name: 'B', startsAt: 5000 }]], ['opened+opened']],
]

describe('correlate', () => {
  it.each(STORIES)('%s', (_name, notifications, kinds) => {
    const memory = createMemory()
    const seen = notifications.map((alerts) =>
      memory
        .receive(aGroup(alerts.map(anAlert)))
        .changes.map(({ kind }) => kind)
        .join('+'),
    )
    expect(seen).toEqual(kinds)
  })

  it('concludes nothing from alerts that were cut off', () => {
    const memory = createMemory()
    memory.receive(aGroup([anAlert(), anAlert({ name: 'B' }), anAlert({ name: 'C' })]))
    const cut = aGroup([anAlert({ endsAt: 1200 })], { truncatedAlerts: 2, status: 'resolved' })
    expect(memory.receive(cut).changes).toMatchObject([{ kind: 'updated', incident: { firing: 2 } }])
  })

  it('ends a superseded episode where the new one starts', () => {
    const memory = createMemory()
    memory.receive(aGroup([anAlert()]))
    expect(memory.receive(aGroup([anAlert({ startsAt: 1400 })])).changes).toMatchObject([
      { kind: 'joined', ended: [{ startsAt: 1000, endsAt: 1400 }], added: [{ startsAt: 1400, status: 'firing' }] },
    ])
  })

  it('counts what told nothing new', () => {
    const memory = createMemory()
    memory.receive(aGroup([anAlert()]))
    expect(memory.receive(aGroup([anAlert(), anAlert({ name: 'B' })])).unchanged).toBe(1)
  })

  /** Alerts of one trouble: up to four, each firing up to three times within eight minutes, some told as resolved. */
  const story = fc
    .uniqueArray(
      fc.record({
        name: fc.constantFrom('A', 'B', 'C', 'D'),
        startsAt: fc.integer({ min: 0, max: 2 }).map((step) => 1000 + step * 200),
        length: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 8, selector: ({ name, startsAt }) => `${name} ${startsAt}` },
    )
    .map((episodes) =>
      episodes.flatMap(({ name, startsAt, length }) => [
        anAlert({ name, startsAt }),
        ...(length === undefined ? [] : [anAlert({ name, startsAt, endsAt: startsAt + length })]),
      ]),
    )

  it('gives the same incidents whatever the order and number of copies', () => {
    const told = story.chain((alerts) =>
      fc.tuple(
        fc.constant(alerts),
        fc.shuffledSubarray([...alerts, ...alerts], { minLength: 0 }),
        fc.shuffledSubarray(alerts, { minLength: alerts.length }),
      ),
    )
    fc.assert(
      fc.property(told, fc.integer({ min: 1, max: 4 }), ([alerts, extra, order], size) => {
        const inOrder = createMemory()
        for (const alert of alerts) inOrder.receive(aGroup([alert]))
        const shuffled = createMemory()
        const all = [...extra, ...order, ...extra]
        for (let at = 0; at < all.length; at += size) shuffled.receive(aGroup(all.slice(at, at + size)))
        expect(shuffled.view()).toEqual(inOrder.view())
      }),
      { numRuns: 500 },
    )
  })

  it('keeps count: an incident fires as many episodes as are firing, and each episode is in one incident', () => {
    const alert = fc
      .record({
        name: fc.constantFrom('A', 'B', 'C'),
        startsAt: fc.integer({ min: 1, max: 40 }).map((step) => step * 100),
        isResolved: fc.boolean(),
        model: fc.constantFrom('qwen', 'llama'),
      })
      .map(({ name, startsAt, isResolved, model }) =>
        anAlert({
          name,
          startsAt,
          labels: { model_name: model },
          // One end an episode, as different from others' as if it were drawn.
          ...(isResolved && { endsAt: startsAt + ((startsAt * 7919 + name.charCodeAt(0) * 104_729) % 2000) }),
        }),
      )
    fc.assert(
      fc.property(fc.array(fc.array(alert, { minLength: 1, maxLength: 5 }), { maxLength: 20 }), (groups) => {
        const memory = createMemory()
        for (const group of groups) memory.receive(aGroup(group))
        for (const { id, firing } of memory.heads.values()) {
          const own = [...memory.episodes.values()].filter(({ incidentId }) => incidentId === id)
          expect(own.length).toBeGreaterThan(0)
          expect(own.filter(({ status }) => status === 'firing')).toHaveLength(firing)
        }
        const firing = [...memory.episodes.values()].filter(({ status }) => status === 'firing')
        expect(new Set(firing.map(({ fingerprint }) => fingerprint)).size).toBe(firing.length)
        // Nothing told again changes anything.
        const before = memory.view()
        for (const group of groups) expect(memory.receive(aGroup(group)).changes).toEqual([])
        expect(memory.view()).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})
