import { earlier, hours, unixSeconds } from '../domain/time.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Store } from './store.ts'

export interface ForgetOptions {
  readonly store: Pick<Store, 'prune'>
  readonly clock: Clock
  readonly log: Logger
}

/** Long enough for a post-mortem; an incident that is firing is never forgotten. */
const KEPT = hours(24 * 90)
const EVERY_SECONDS = hours(24)

/** Forgets incidents that are over and old, now and once a day; the function returned ends that. */
export function startForgetting({ store, clock, log }: ForgetOptions): () => void {
  let cancel = (): void => undefined
  async function forget(): Promise<void> {
    try {
      const forgotten = await store.prune(earlier(unixSeconds(clock.now()), KEPT))
      if (forgotten > 0) log.info({ forgotten }, 'old incidents forgotten')
    } catch (error) {
      log.error({ error }, 'old incidents could not be forgotten')
    }
    cancel = clock.after(EVERY_SECONDS, () => void forget())
  }
  void forget()
  return () => cancel()
}
