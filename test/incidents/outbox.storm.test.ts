import { expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createJobRunner } from '../../src/incidents/job-runner.ts'
import { TEXT_JOBS } from '../../src/incidents/jobs.ts'
import { createOutbox } from '../../src/incidents/outbox.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore } from './a-store.ts'
import { aMessage, createFakeSlack } from './fake-slack.ts'
import { incidentsIn } from './incidents-in.ts'
import { createManualClock } from './manual-clock.ts'

const MODELS = 200
const ALERTS = 10_000

it('ten thousand alerts in a minute: none lost, none twice, the first incident not delayed', async () => {
  const { clock, advance } = createManualClock()
  const store = aStore()
  const slack = createFakeSlack(clock)
  const common = { store, clock, log: createLogger('silent'), metrics: createMetrics({ withProcess: false }) }
  const place = (incidentId: string) => ({ incidentId, channel: 'C1', slot: 'card' })
  const now = () => unixSeconds(clock.now())
  const runner = createJobRunner({
    kinds: TEXT_JOBS,
    ...common,
    run: async ({ incidentId }) => {
      const model = (await store.incident(incidentId))?.scope.modelName
      await store.put(place(incidentId), aMessage(`reading ${model}`), now())
      await new Promise<void>((resolve) => clock.after(2, resolve))
      await store.put(place(incidentId), aMessage(`conclusion ${model}`), now())
    },
  })
  const outbox = createOutbox({ ...common, sender: slack.sender, random: () => 0.5 })
  await Promise.all([runner.start(), outbox.start()])

  const start = clock.now()
  const perSecond = Math.ceil(ALERTS / 60)
  for (let sent = 0; sent < ALERTS; sent += perSecond) {
    const alerts = Array.from({ length: Math.min(perSecond, ALERTS - sent) }, (_, index) =>
      anAlert({
        startsAt: 5000,
        labels: { model_name: `m${(sent + index) % MODELS}`, instance: `10.0.0.${sent + index}` },
      }),
    )
    await Promise.all(alerts.map((alert) => store.receive(aGroup([alert]), now())))
    await advance(1)
  }
  const first = slack.calls.filter(({ text }) => text.endsWith(' m0')).map(({ at, text }) => [at - start, text])
  expect(first.slice(0, 2)).toEqual([
    [0, 'reading m0'],
    [2, 'conclusion m0'],
  ])

  await advance(1500)
  const incidents = await incidentsIn(store)
  expect(incidents.flatMap(({ episodes }) => episodes)).toHaveLength(ALERTS)
  expect(slack.texts().toSorted()).toEqual(
    Array.from({ length: MODELS }, (_, index) => `conclusion m${index}`).toSorted(),
  )
  const posts = slack.made('post').map(({ at }) => at)
  expect(posts.slice(1).every((at, index) => at - (posts[index] ?? 0) >= 0.999)).toBe(true)
})
