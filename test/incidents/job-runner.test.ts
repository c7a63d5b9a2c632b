import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createJobRunner } from '../../src/incidents/job-runner.ts'
import { type Job, TEXT_JOBS } from '../../src/incidents/jobs.ts'

import type { Store } from '../../src/incidents/store.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore, aStoreFile } from './a-store.ts'
import { createManualClock } from './manual-clock.ts'

function aRig(run: (job: Job) => Promise<void>, store = aStore()) {
  const time = createManualClock()
  const ran: string[] = []
  const metrics = createMetrics({ withProcess: false })
  const runner = createJobRunner({
    kinds: TEXT_JOBS,
    store,
    clock: time.clock,
    log: createLogger('silent'),
    metrics,
    concurrency: 2,
    run: async (job) => {
      ran.push(`${job.kind} ${(await store.incident(job.incidentId))?.scope.modelName}`)
      await run(job)
    },
  })
  return {
    ...time,
    store,
    runner,
    ran,
    metrics,
    fire: (model: string, end?: number) => fire(store, time.clock.now(), model, end),
  }
}

async function fire(store: Store, now: number, model: string, endsAt?: number): Promise<void> {
  const alert = anAlert({ labels: { model_name: model }, ...(endsAt !== undefined && { endsAt }) })
  await store.receive(aGroup([alert]), unixSeconds(now))
}

describe('the job runner', () => {
  it('runs a job as soon as it is there', async () => {
    const { runner, fire, ran, rest } = aRig(() => Promise.resolve())
    await runner.start()
    await fire('a')
    await rest()
    await fire('a', 2000)
    await rest()
    expect(ran).toEqual(['triage a', 'verify a'])
  })

  it('keeps to its number of hands and to the order of arrival', async () => {
    const ends: (() => void)[] = []
    const { runner, fire, ran, rest } = aRig(() => new Promise((resolve) => ends.push(resolve)))
    await runner.start()
    for (const model of ['a', 'b', 'c', 'd']) await fire(model)
    await rest()
    expect(ran).toEqual(['triage a', 'triage b'])
    ends[1]?.()
    await rest()
    expect(ran).toEqual(['triage a', 'triage b', 'triage c'])
  })

  it('tries again later, longer each time, and gives up in the end', async () => {
    const { runner, fire, ran, advance, metrics } = aRig(() => Promise.reject(new Error('prometheus: 503')))
    await runner.start()
    await fire('a')
    await advance(1)
    expect(ran).toHaveLength(1)
    await advance(2)
    expect(ran).toHaveLength(2)
    await advance(3600)
    expect(ran).toHaveLength(5)
    const text = await metrics.registry.metrics()
    expect(text).toContain('whyslow_jobs_total{kind="triage",result="failed"} 4')
    expect(text).toContain('whyslow_jobs_total{kind="triage",result="given_up"} 1')
  })

  it('reads again when alerts that joined have settled', async () => {
    const { runner, ran, advance, rest, store, clock } = aRig(() => Promise.resolve())
    await runner.start()
    await store.receive(aGroup([anAlert({ name: 'A' })]), unixSeconds(clock.now()))
    await rest()
    for (const name of ['B', 'C', 'D']) {
      await store.receive(aGroup([anAlert({ name })]), unixSeconds(clock.now()))
      await advance(1)
    }
    expect(ran).toHaveLength(1)
    await advance(5)
    expect(ran).toHaveLength(2)
  })

  it('does what a crash left undone', async () => {
    const file = aStoreFile()
    const first = aRig(() => new Promise(() => undefined), aStore(file))
    await first.runner.start()
    await first.fire('a')
    await first.rest()
    const second = aRig(() => Promise.resolve(), aStore(file))
    await second.runner.start()
    await second.rest()
    expect(second.ran).toEqual(['triage a'])
    expect(await second.store.takeDueJobs({ kinds: TEXT_JOBS, now: unixSeconds(9e9), limit: 9 })).toEqual([])
  })

  it('waits for what runs when it drains, and starts nothing more', async () => {
    let end = (): void => undefined
    const { runner, fire, ran, rest } = aRig(
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    await runner.start()
    await fire('a')
    await rest()
    let isDrained = false
    const drained = runner.drain(60).then(() => {
      isDrained = true
    })
    await fire('b')
    await rest()
    expect([isDrained, ran]).toEqual([false, ['triage a']])
    end()
    await drained
    expect(ran).toEqual(['triage a'])
  })
})
