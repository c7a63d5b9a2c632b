import type { PostSender } from '../domain/post.ts'
import { unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import { type Budget, DEFAULT_BUDGET, createEditBucket } from './budget.ts'
import { createDeliver } from './deliver.ts'
import { LANES, type Lane, countPending, nextDelivery, pendingChannels, postponeUncertain } from './deliveries.ts'
import { createLoop } from './loop.ts'
import type { Store } from './store.ts'

export interface OutboxOptions {
  readonly store: Store
  readonly sender: PostSender
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly budget?: Partial<Budget>
  /** 0 ≤ value < 1 */
  readonly random: () => number
}

/** Brings to Slack what the store says is to stand there. */
export interface Outbox {
  start(): Promise<void>
  /** Starts nothing new and waits for what is on its way, no longer than `withinSeconds`. The rest stays in the store. */
  drain(withinSeconds: number): Promise<void>
}

/** One channel's posts or one channel's edits: what goes through it goes one after another. */
interface LaneState {
  isBusy: boolean
  readyAt: number
  failures: number
}

/**
 * Delivers each place's last message: cards before replies, new cards before edits, one post a second and channel. What
 * Slack puts off is sent later, what it refuses waits for another message. A post whose outcome is unknown is looked for
 * by its key before it is posted again, also after a crash, so that no message stands twice.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, log, metrics } = options
  const budget: Budget = { ...DEFAULT_BUDGET, ...options.budget }
  const deliver = createDeliver({ ...options, budget })
  const bucket = createEditBucket(budget)
  const lanes = new Map<string, LaneState>()
  const loop = createLoop({ clock, look })
  let stopListening = (): void => undefined

  function laneOf(channel: string, lane: Lane): LaneState {
    const key = `${lane} ${channel}`
    const state = lanes.get(key) ?? { isBusy: false, readyAt: 0, failures: 0 }
    lanes.set(key, state)
    return state
  }

  async function look(): Promise<number> {
    try {
      let nextAt = Infinity
      for (const channel of await pendingChannels(store.db)) {
        for (const lane of LANES) nextAt = Math.min(nextAt, await serve(channel, lane))
      }
      metrics.outboxPending.set(await countPending(store.db))
      return nextAt
    } catch (error) {
      log.error({ step: 'deliver', error }, 'outbox could not read the store')
      return clock.now() + budget.backOff
    }
  }

  /** Starts the lane's next delivery when it is due; gives the time at which to look again. */
  async function serve(channel: string, lane: Lane): Promise<number> {
    const state = laneOf(channel, lane)
    if (state.isBusy) return Infinity
    const now = clock.now()
    const next = await nextDelivery(store.db, { channel, lane, now: unixSeconds(now), editEvery: budget.editEvery })
    if (next === undefined || loop.isStopped()) return Infinity
    const readyAt = Math.max(next.dueAt, state.readyAt, lane === 'update' ? bucket.readyAt(now) : 0)
    if (readyAt > now) return readyAt
    if (lane === 'update') bucket.take(now)
    state.isBusy = true
    const flight = deliver(next.delivery, state.failures)
      .then((result) => {
        state.failures = result.hasFailed ? state.failures + 1 : 0
        const pace = lane === 'post' ? budget.postEvery : 0
        state.readyAt = Math.max(clock.now() + pace, result.pausedUntil)
      })
      .catch((error: unknown) => {
        state.readyAt = clock.now() + budget.backOff
        log.error({ step: 'deliver', channel, error }, 'delivery could not be recorded')
      })
      .finally(() => {
        state.isBusy = false
      })
    loop.track(flight)
    return Infinity
  }

  return {
    start: async () => {
      await postponeUncertain(store.db, clock.now() + budget.settle)
      stopListening = store.onWork('posts', () => loop.wake())
      loop.start()
    },
    drain: async (withinSeconds) => {
      stopListening()
      await loop.stop(withinSeconds)
    },
  }
}
