import type { JsonObject } from '../json.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { StoredMessage } from '../workspace/model.ts'
import { SEED } from '../workspace/seed.ts'
import { channelToWire, messageToWire } from '../workspace/wire.ts'
import type { World } from '../workspace/world.ts'
import { chosen, locate } from './element.ts'
import type { Choice, Located } from './element.ts'
import { channelOf, interactionBase, personOf } from './payload.ts'
import type { Receipt, Send, SendOptions } from './receipt.ts'

/** A press of a button or a pick from a menu in a message. `choose` is an option's value. */
export type Press = SendOptions & {
  readonly actionId: string
  readonly blockId?: string
  readonly user?: string
  readonly choose?: Choice
  readonly channel: string
  readonly ts: string
}

export type PressResult = {
  readonly receipt: Receipt
  readonly triggerId: string
  readonly responseUrl: string
}

type Ends = { readonly world: World; readonly send: Send; readonly origin: string }

export async function press({ world, send, origin }: Ends, asked: Press): Promise<PressResult> {
  const { actionId, blockId, user: userId = SEED.alice, choose, signature } = asked
  const user = personOf(world, userId)
  const triggerId = world.triggers.issue(userId)
  const base = { ...interactionBase(world, user), type: 'block_actions', trigger_id: triggerId }
  const options = signature ? { signature } : {}
  const message = seenBy(world, asked, userId)
  const located = locate(message.blocks, actionId, blockId)
  const target = { channel: message.channel, userId, messageTs: message.ts }
  const responseUrl = `${origin}${world.responseUrls.issue(target)}`
  const payload = {
    ...base,
    ...messagePlace(world, message),
    state: { values: {} },
    response_url: responseUrl,
    actions: [action(world, located, choose)],
  }
  return { receipt: await send({ kind: 'interactive', payload }, options), triggerId, responseUrl }
}

/** A message this person has before them: ephemeral ones only its addressee. */
export function seenBy(
  world: World,
  { channel, ts }: { readonly channel: string; readonly ts: string },
  userId: string,
): StoredMessage {
  const message = world.messages.find(channelOf(world, channel).id, ts)
  const isSeen = message?.audience.kind === 'channel' || message?.audience.userId === userId
  if (!message || message.isDeleted || !isSeen) {
    throw new SandboxError('no_such_message', `${userId} sees no message ${ts} in ${channel}`)
  }
  return message
}

/** Where a message stands, as interactions on it say. Slack does not repeat the content of an ephemeral one. */
export function messagePlace(world: World, message: StoredMessage): JsonObject {
  const isEphemeral = message.audience.kind === 'ephemeral'
  const { id, name } = channelToWire(channelOf(world, message.channel), world.identity.botUserId)
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: isEphemeral,
      ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    },
    channel: { id, name },
    ...(!isEphemeral && { message: messageToWire(message, world.identity) }),
  }
}

function action({ now }: World, { blockId, element }: Located, choose: Choice): JsonObject {
  return {
    type: element['type'],
    action_id: element['action_id'],
    block_id: blockId,
    action_ts: (now() / 1000).toFixed(6),
    ...chosen(element, choose),
  }
}
