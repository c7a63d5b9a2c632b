import { unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Job, JobKind } from './jobs.ts'
import { createLoop } from './loop.ts'
import type { Store } from './store.ts'

export interface JobRunnerOptions {
  /** What it runs; two runners share no kind. */
  readonly kinds: readonly JobKind[]
  readonly store: Pick<Store, 'takeDueJobs' | 'finishJob' | 'failJob' | 'releaseJobs' | 'nextJobDue' | 'onWork'>
  /** Does one job; rejects when it should be done again. */
  readonly run: (job: Job) => Promise<void>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** How many run at the same time; the others wait their turn, the oldest first. */
  readonly concurrency?: number
}

/** Runs the store's jobs. */
export interface JobRunner {
  start(): Promise<void>
  /** Starts nothing new and waits for what runs, no longer than `withinSeconds`; what is not done then is done again. */
  drain(withinSeconds: number): Promise<void>
}

const CONCURRENCY = 4
const MAX_ATTEMPTS = 5
const FIRST_WAIT_SECONDS = 2

/** A storm does not delay the first incident: jobs are taken in the order in which they came, one an incident. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { kinds, store, run, clock, log, metrics, concurrency = CONCURRENCY } = options
  const loop = createLoop({ clock, look })
  let running = 0
  let stopListening = (): void => undefined

  async function look(): Promise<number> {
    try {
      const now = unixSeconds(clock.now())
      const limit = concurrency - running
      if (limit > 0) {
        const jobs = await store.takeDueJobs({ kinds, now, limit })
        for (const job of jobs) launch(job)
      }
      const due = (await store.nextJobDue(kinds)) ?? Infinity
      // What is due and was not taken has to wait for a job to end, which wakes the loop.
      return due > now ? due : Infinity
    } catch (error) {
      log.error({ step: 'triage', error }, 'job runner could not read the store')
      return clock.now() + FIRST_WAIT_SECONDS
    }
  }

  function launch(job: Job): void {
    // Taken while stopping: it is put back at the next start.
    if (loop.isStopped()) return
    running += 1
    const work = perform(job)
      .catch((error: unknown) => {
        log.error({ ...factsOf(job), error }, 'the end of a job could not be recorded')
      })
      .finally(() => {
        running -= 1
      })
    loop.track(work)
  }

  async function perform(job: Job): Promise<void> {
    try {
      await run(job)
    } catch (error) {
      const isLast = job.attempt >= MAX_ATTEMPTS
      const wait = FIRST_WAIT_SECONDS * 2 ** (job.attempt - 1)
      const retry = isLast ? {} : { retryAt: unixSeconds(clock.now() + wait) }
      metrics.jobs.inc({ kind: job.kind, result: isLast ? 'given_up' : 'failed' })
      log.error({ ...factsOf(job), error }, isLast ? 'job given up' : 'job failed, will be done again')
      await store.failJob(job.id, { error: messageOf(error), ...retry })
      return
    }
    metrics.jobs.inc({ kind: job.kind, result: 'done' })
    await store.finishJob(job.id)
  }

  return {
    start: async () => {
      await store.releaseJobs(kinds)
      stopListening = store.onWork('jobs', () => loop.wake())
      loop.start()
    },
    drain: async (withinSeconds) => {
      stopListening()
      await loop.stop(withinSeconds)
    },
  }
}

function factsOf({ incidentId, kind, attempt }: Job): Readonly<Record<string, unknown>> {
  return { step: kind, incidentId, attempt }
}
