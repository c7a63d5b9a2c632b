import { createIds } from '../ids.ts'
import type { Identity } from '../ids.ts'
import type { Channel, User } from './model.ts'
import { seedChannels, seedUsers } from './seed.ts'

/** Who and where: the users and the channels of the workspace. */
export type People = {
  readonly channels: () => readonly Channel[]
  readonly users: () => readonly User[]
  readonly user: (id: string) => User | undefined
  readonly channel: (id: string) => Channel | undefined
  /** By id, by `#name` or `name`, or a user's id for the direct conversation with the bot. */
  readonly resolve: (target: string) => Channel | undefined
  readonly put: (channel: Channel) => void
}

export function createPeople(identity: Identity): People {
  const channels = new Map(seedChannels(identity).map((channel) => [channel.id, channel]))
  const users = new Map(seedUsers(identity).map((user) => [user.id, user]))
  const nextDirect = createIds('D')

  function direct(userId: string): Channel | undefined {
    if (!users.has(userId)) return undefined
    const known = [...channels.values()].find(({ kind, members }) => kind === 'im' && members.includes(userId))
    if (known) return known
    const opened: Channel = {
      id: nextDirect(),
      name: userId,
      kind: 'im',
      isArchived: false,
      members: [userId, identity.botUserId],
    }
    channels.set(opened.id, opened)
    return opened
  }

  return {
    channels: () => [...channels.values()],
    users: () => [...users.values()],
    user: (id) => users.get(id),
    channel: (id) => channels.get(id),
    resolve: (target) => {
      const name = target.replace(/^#/, '')
      return channels.get(target) ?? [...channels.values()].find((each) => each.name === name) ?? direct(target)
    },
    put: (channel) => {
      channels.set(channel.id, channel)
    },
  }
}
