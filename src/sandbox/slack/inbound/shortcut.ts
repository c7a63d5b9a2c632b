import { SEED } from '../workspace/seed.ts'
import type { World } from '../workspace/world.ts'
import { interactionBase, personOf } from './payload.ts'
import type { PressResult } from './press.ts'
import { messagePlace, seenBy } from './press.ts'
import type { Send, SendOptions } from './receipt.ts'

/** A shortcut from a message's menu. */
export type Shortcut = SendOptions & {
  readonly callbackId: string
  readonly user?: string
  readonly on: { readonly channel: string; readonly ts: string }
}

type Ends = { readonly world: World; readonly send: Send; readonly origin: string }

export async function runShortcut(
  { world, send, origin }: Ends,
  { callbackId, user: userId = SEED.alice, on, ...options }: Shortcut,
): Promise<PressResult> {
  const triggerId = world.triggers.issue(userId)
  const message = seenBy(world, on, userId)
  const target = { channel: message.channel, userId, messageTs: message.ts }
  const responseUrl = `${origin}${world.responseUrls.issue(target)}`
  const { channel, message: wire } = messagePlace(world, message)
  const payload = {
    ...interactionBase(world, personOf(world, userId)),
    type: 'message_action',
    callback_id: callbackId,
    trigger_id: triggerId,
    action_ts: (world.now() / 1000).toFixed(6),
    channel,
    message: wire,
    message_ts: message.ts,
    response_url: responseUrl,
  }
  return { receipt: await send({ kind: 'interactive', payload }, options), triggerId, responseUrl }
}
