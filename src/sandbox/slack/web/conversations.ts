import { channelToWire } from '../workspace/wire.ts'
import type { Channel } from '../workspace/model.ts'
import { granted, refused } from './answer.ts'
import { flagArg, numberArg, textArg } from './arguments.ts'
import type { Method } from './method.ts'
import { page } from './page.ts'
import { visibleChannel } from './place.ts'

const TYPES: Readonly<Record<Channel['kind'], string>> = {
  public: 'public_channel',
  private: 'private_channel',
  im: 'im',
}

export const info: Method = {
  token: 'bot',
  scopes: ['channels:read'],
  tier: 'tier3',
  run: (world, args) => {
    const place = visibleChannel(world, args)
    if (place.status === 'refused') return place.answer
    return granted({ channel: channelToWire(place.value, world.identity.botUserId) })
  },
}

export const list: Method = {
  token: 'bot',
  scopes: ['channels:read'],
  tier: 'tier2',
  run: ({ people, identity }, args) => {
    const types = (textArg(args, 'types') ?? 'public_channel').split(',')
    const shown = people
      .channels()
      .filter(({ kind }) => types.includes(TYPES[kind]))
      .filter(({ kind, members }) => kind !== 'private' || members.includes(identity.botUserId))
      .filter(({ isArchived }) => !(isArchived && flagArg(args, 'exclude_archived')))
    const cut = page(shown, textArg(args, 'cursor'), numberArg(args, 'limit') ?? 100)
    if (!cut) return refused('invalid_cursor')
    return granted({
      channels: cut.items.map((channel) => channelToWire(channel, identity.botUserId)),
      response_metadata: { next_cursor: cut.next },
    })
  },
}

export const join: Method = {
  token: 'bot',
  scopes: ['channels:join'],
  tier: 'tier3',
  run: (world, args) => {
    const place = visibleChannel(world, args)
    if (place.status === 'refused') return place.answer
    const channel = place.value
    const { botUserId } = world.identity
    if (channel.isArchived) return refused('is_archived')
    if (channel.kind !== 'public') return refused('method_not_supported_for_channel_type')
    if (!channel.members.includes(botUserId)) world.people.put({ ...channel, members: [...channel.members, botUserId] })
    return granted({ channel: channelToWire({ ...channel, members: [...channel.members, botUserId] }, botUserId) })
  },
}
