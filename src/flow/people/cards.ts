import type { PostPlace, SlackMessage } from '../../domain/post.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import type { Speak } from '../../domain/text.ts'
import type { Store } from '../../incidents/store.ts'
import { withHandling } from '../../slack/render-handling.ts'

/** The cards of incidents, which say what people have done whatever else they say. */
export interface Cards {
  put(incidentId: string, message: SlackMessage): Promise<void>
  /** Says anew what people have done, below what the card says already. */
  dress(incidentId: string): Promise<void>
  /** One reply in the thread. */
  reply(incidentId: string, slot: string, message: SlackMessage): Promise<void>
}

export interface CardsOptions {
  readonly store: Pick<Store, 'put' | 'compose'>
  readonly channel: string
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
}

export function createCards({ store, channel, speak, now }: CardsOptions): Cards {
  const cardOf = (incidentId: string): PostPlace => ({ incidentId, channel, slot: 'card' })
  return {
    put: (incidentId, message) =>
      store.compose(cardOf(incidentId), (_, handling) => withHandling(message, handling, speak), now()),
    dress: (incidentId) =>
      store.compose(
        cardOf(incidentId),
        (standing, handling) => standing && withHandling(standing, handling, speak),
        now(),
      ),
    reply: (incidentId, slot, message) => store.put({ incidentId, channel, slot }, message, now()),
  }
}
