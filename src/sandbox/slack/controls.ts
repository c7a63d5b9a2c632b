import type { Delivery } from './inbound/send.ts'
import { viewChannel } from './inspect.ts'
import type { ChannelView } from './inspect.ts'
import type { Fault } from './limits/faults.ts'
import { SandboxError } from './sandbox-error.ts'
import type { SocketHub } from './socket/hub.ts'
import { waitFor } from './wait-for.ts'
import type { ApiCall } from './web/calls.ts'
import type { Api } from './web/dispatch.ts'
import type { TokenKind } from './web/tokens.ts'
import type { Channel, StoredFile, StoredMessage, User } from './workspace/model.ts'
import type { StoredView } from './workspace/views.ts'

/** What whoever runs the sandbox may do to it and see of it. */
export type Controls = {
  /** By id or name; throws for one that is not there. */
  readonly channel: (target: string) => ChannelView
  readonly channels: () => readonly Channel[]
  readonly users: () => readonly User[]
  /** Everything ever posted in a channel, ephemeral and deleted messages among it, in that order. */
  readonly messagesIn: (channelId: string) => readonly StoredMessage[]
  readonly file: (id: string) => StoredFile | undefined
  /** Tells of each change, not of what has changed; gives back the way to stop listening. */
  readonly onChange: (listener: () => void) => () => void
  readonly views: () => readonly StoredView[]
  /** Every call of the Web API and of response URLs so far. */
  readonly calls: () => readonly ApiCall[]
  readonly callsOf: (method: string) => readonly ApiCall[]
  readonly waitFor: <T extends NonNullable<unknown>>(
    look: () => T | false | null | undefined,
    timeoutMs?: number,
  ) => Promise<T>
  readonly fail: (method: string, fault: Fault) => () => void
  readonly revoke: (kind: TokenKind) => void
  readonly restore: (kind: TokenKind) => void
  /** Where commands, events and interactions go; over the bot's socket by default. */
  readonly deliverTo: (delivery: Delivery) => void
  readonly socket: Pick<SocketHub, 'connections' | 'disconnect' | 'drop' | 'behave' | 'enable'>
  readonly archive: (channelId: string) => void
  readonly rename: (channelId: string, name: string) => void
  /** Takes the bot into a channel or puts it out of one. */
  readonly setMembership: (channelId: string, isMember: boolean) => void
}

const PATIENCE_MS = 5000

type Ends = { readonly hub: SocketHub; readonly deliverTo: (delivery: Delivery) => void }

export function controls({ world, calls, faults, tokens }: Api, { hub, deliverTo }: Ends): Controls {
  const { people, identity } = world

  function change(channelId: string, patch: (channel: Channel) => Partial<Channel>): void {
    const channel = people.channel(channelId)
    if (!channel) throw new SandboxError('channel_not_found', `no channel ${channelId} in the sandbox`)
    people.put({ ...channel, ...patch(channel) })
    world.changes.announce()
  }

  return {
    channel: (target) => viewChannel(world, target),
    channels: people.channels,
    users: people.users,
    messagesIn: world.messages.in,
    file: world.files.find,
    onChange: world.changes.subscribe,
    views: world.views.all,
    calls: calls.all,
    callsOf: (method) => calls.all().filter((call) => call.method === method),
    waitFor: (look, timeoutMs = PATIENCE_MS) => waitFor(world.changes, look, timeoutMs),
    fail: faults.add,
    revoke: tokens.revoke,
    restore: tokens.restore,
    deliverTo,
    socket: hub,
    archive: (channelId) => {
      change(channelId, () => ({ isArchived: true }))
    },
    rename: (channelId, name) => {
      change(channelId, () => ({ name }))
    },
    setMembership: (channelId, isMember) => {
      change(channelId, ({ members }) => {
        const others = members.filter((id) => id !== identity.botUserId)
        return { members: isMember ? [...others, identity.botUserId] : others }
      })
    },
  }
}
