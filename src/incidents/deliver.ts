import type { PostPlace, PostSender, SendOutcome } from '../domain/post.ts'
import { unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import { type Budget, waitAfter } from './budget.ts'
import { type Delivery, markDelivered, markPostponed, markRefused, markSending } from './deliveries.ts'
import type { Store } from './store.ts'

export interface DeliverOptions {
  readonly store: Store
  readonly sender: PostSender
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly budget: Budget
  readonly random: () => number
}

export interface DeliverResult {
  /** The call failed in a way that may hold for the channel's others too. */
  readonly hasFailed: boolean
  /** Nothing may go through this lane before. */
  readonly pausedUntil: number
}

/** What a message is found by in Slack. */
export function keyOf({ incidentId, slot }: PostPlace): string {
  return `${incidentId}:${slot}`
}

/**
 * Makes the function that sends one delivery and notes how it ended. It rejects only when the store fails: then a post
 * still counts as being sent, and will be looked for.
 */
export function createDeliver(
  options: DeliverOptions,
): (delivery: Delivery, failures: number) => Promise<DeliverResult> {
  const { store, sender, clock, log, metrics, budget } = options

  async function find(delivery: Delivery): Promise<{ readonly ts?: string } | SendOutcome> {
    const { place, threadTs } = delivery
    try {
      const thread = threadTs === undefined ? {} : { threadTs }
      const ts = await sender.find({ channel: place.channel, key: keyOf(place), ...thread })
      return ts === undefined ? {} : { ts }
    } catch (error) {
      return { status: 'retry', afterSeconds: 0, reason: `looking for it failed: ${messageOf(error)}`, uncertain: true }
    }
  }

  async function send(delivery: Delivery): Promise<SendOutcome> {
    const { place, message, ts, threadTs } = delivery
    const thread = threadTs === undefined ? {} : { threadTs }
    try {
      if (ts !== undefined) return await sender.update({ channel: place.channel, ts, message })
      await markSending(store.db, delivery)
      return await sender.post({ channel: place.channel, key: keyOf(place), message, ...thread })
    } catch (error) {
      return { status: 'retry', afterSeconds: 0, reason: messageOf(error), uncertain: true }
    }
  }

  async function finish(delivery: Delivery, outcome: SendOutcome, failures: number): Promise<DeliverResult> {
    const { lane, place, version } = delivery
    const facts = { step: 'deliver', incidentId: place.incidentId, channel: place.channel, slot: place.slot, lane }
    const now = clock.now()
    metrics.posts.inc({ method: lane, result: outcome.status })
    switch (outcome.status) {
      case 'sent': {
        const isEdit = lane === 'update'
        await markDelivered(store.db, place, { ts: outcome.ts, version, now: unixSeconds(now), isEdit })
        log.debug(facts, 'delivered')
        return { hasFailed: false, pausedUntil: 0 }
      }
      case 'retry': {
        const { afterSeconds, reason, uncertain } = outcome
        const chance = options.random()
        const own = waitAfter(budget, { attempt: delivery.attempts + 1, afterSeconds, chance })
        const isUncertain = uncertain && lane === 'post'
        await markPostponed(store.db, place, { reason, nextAttemptAt: now + own, isUncertain })
        log.warn({ ...facts, reason, waitSeconds: own }, 'delivery put off')
        // The channel waits as long as Slack asks; while nothing gets through, longer each time.
        const pause = waitAfter(budget, { attempt: failures + 1, afterSeconds, chance })
        return { hasFailed: true, pausedUntil: now + Math.min(pause, Math.max(own, afterSeconds)) }
      }
      case 'refused':
        await markRefused(store.db, delivery, outcome.reason)
        log.error({ ...facts, reason: outcome.reason }, 'Slack refused a message')
        return { hasFailed: false, pausedUntil: 0 }
      default:
        return outcome satisfies never
    }
  }

  return async (delivery, failures) => {
    if (!delivery.isUncertain) return finish(delivery, await send(delivery), failures)
    const found = await find(delivery)
    if ('status' in found) return finish(delivery, found, failures)
    if (found.ts === undefined) return finish(delivery, await send(delivery), failures)
    const adopted = { ...delivery, version: delivery.uncertainVersion }
    return finish(adopted, { status: 'sent', ts: found.ts }, failures)
  }
}
