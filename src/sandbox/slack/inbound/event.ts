import { setTimeout as sleep } from 'node:timers/promises'
import { createIds } from '../ids.ts'
import type { JsonObject } from '../json.ts'
import type { World } from '../workspace/world.ts'
import type { Inbound, Receipt, Send, SendOptions } from './receipt.ts'

/** How an event is sent: `copies` of it at once, all with one event id, as Slack now and then does. */
export type EventOptions = SendOptions & {
  readonly eventId?: string
  readonly copies?: number
  readonly isRetried?: boolean
}

/** Each copy's attempts in order, the last one acknowledged or not. */
export type EventResult = { readonly eventId: string; readonly attempts: readonly (readonly Receipt[])[] }

export type Events = { readonly sendEvent: (event: JsonObject, options?: EventOptions) => Promise<EventResult> }

type Ends = {
  readonly world: World
  readonly send: Send
  /** Milliseconds before the first, second and third retry. */
  readonly retryDelaysMs: readonly number[]
}

export function createEvents({ world, send, retryDelaysMs }: Ends): Events {
  const nextId = createIds('Ev')

  async function deliver(
    payload: JsonObject,
    { isRetried = true, ...options }: EventOptions,
  ): Promise<readonly Receipt[]> {
    const receipts = [await send({ kind: 'events_api', payload }, options)]
    for (const [index, delay] of retryDelaysMs.entries()) {
      const last = receipts.at(-1)
      if (!isRetried || !last || isSettled(last)) break
      await sleep(delay, undefined, { ref: false })
      const retry = { attempt: index + 1, reason: reasonOf(last) }
      receipts.push(await send({ kind: 'events_api', payload, retry } satisfies Inbound, options))
    }
    return receipts
  }

  return {
    sendEvent: async (event, options = {}) => {
      const eventId = options.eventId ?? nextId()
      const payload = callback(world, eventId, event)
      const copies = Array.from({ length: options.copies ?? 1 }, () => deliver(payload, options))
      return { eventId, attempts: await Promise.all(copies) }
    },
  }
}

function isSettled(receipt: Receipt): boolean {
  return receipt.status === 'acked' || (receipt.status === 'refused' && receipt.isFinal)
}

function reasonOf(receipt: Receipt): string {
  switch (receipt.status) {
    case 'operation_timeout':
      return 'http_timeout'
    case 'refused':
      return 'http_error'
    case 'unreachable':
      return 'connection_failed'
    case 'acked':
      return 'unknown_error'
  }
}

function callback({ identity, now }: World, eventId: string, event: JsonObject): JsonObject {
  return {
    token: identity.verificationToken,
    team_id: identity.teamId,
    api_app_id: identity.appId,
    event,
    type: 'event_callback',
    event_id: eventId,
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: identity.teamId,
        user_id: identity.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${eventId}`,
  }
}
