import type { Channel, StoredMessage } from './workspace/model.ts'
import { threadsIn } from './workspace/threads.ts'
import type { Thread } from './workspace/threads.ts'
import type { World } from './workspace/world.ts'
import { channelOf } from './inbound/payload.ts'

/** One channel as it stands. Messages come in the order they were posted; deleted ones are left out. */
export type ChannelView = Channel & {
  /** What everybody sees, replies among them. */
  readonly messages: readonly StoredMessage[]
  readonly threads: readonly Thread[]
  readonly ephemeral: readonly StoredMessage[]
}

export function viewChannel(world: World, target: string): ChannelView {
  const channel = channelOf(world, target)
  const all = world.messages.in(channel.id)
  const there = all.filter(({ isDeleted }) => !isDeleted)
  return {
    ...channel,
    messages: there.filter(({ audience }) => audience.kind === 'channel'),
    threads: threadsIn(all),
    ephemeral: there.filter(({ audience }) => audience.kind === 'ephemeral'),
  }
}
