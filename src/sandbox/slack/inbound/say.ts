import { SEED } from '../workspace/seed.ts'
import type { Channel, StoredMessage } from '../workspace/model.ts'
import { messageToWire } from '../workspace/wire.ts'
import type { World } from '../workspace/world.ts'
import type { EventOptions, EventResult, Events } from './event.ts'
import { channelOf, personOf } from './payload.ts'

/** Something a person writes. `<@U0WHYSLOW1>` in it calls the bot. */
export type Saying = EventOptions & {
  readonly text: string
  readonly channel?: string
  readonly user?: string
  readonly threadTs?: string
}

export type SayResult = { readonly message: StoredMessage; readonly events: readonly EventResult[] }

const CHANNEL_TYPES: Readonly<Record<Channel['kind'], string>> = { public: 'channel', private: 'group', im: 'im' }

/** Posts a person's message and tells the bot about it, if it is in the channel: as a mention, as a message, or both. */
export async function say(
  { world, events }: { readonly world: World; readonly events: Events },
  { text, channel: place = SEED.oncall, user = SEED.alice, threadTs, ...options }: Saying,
): Promise<SayResult> {
  const channel = channelOf(world, place)
  const message = world.messages.post({
    text,
    blocks: [],
    attachments: [],
    channel: channel.id,
    author: { userId: personOf(world, user).id },
    audience: { kind: 'channel' },
    origin: 'person',
    threadTs,
  })
  const { botUserId } = world.identity
  if (!channel.members.includes(botUserId)) return { message, events: [] }
  const event = { ...messageToWire(message, world.identity), channel: channel.id, event_ts: message.ts }
  const isMention = text.includes(`<@${botUserId}>`) && channel.kind !== 'im'
  const told = await Promise.all([
    ...(isMention ? [events.sendEvent({ ...event, type: 'app_mention' }, options)] : []),
    events.sendEvent({ ...event, channel_type: CHANNEL_TYPES[channel.kind] }, options),
  ])
  return { message, events: told }
}
