import type { Reaction, StoredMessage } from '../workspace/model.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused } from './answer.ts'
import { textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import type { Method } from './method.ts'
import { messageAt, visibleChannel } from './place.ts'
import type { Found } from './place.ts'

function target(world: World, args: Args): Found<StoredMessage> {
  const place = visibleChannel(world, args)
  return place.status === 'refused' ? place : messageAt(world, place.value, args)
}

function usersOf(reactions: readonly Reaction[], name: string): readonly string[] {
  return reactions.find((reaction) => reaction.name === name)?.users ?? []
}

export const add: Method = {
  token: 'bot',
  scopes: ['reactions:write'],
  tier: 'tier3',
  run: (world, args) => {
    const message = target(world, args)
    if (message.status === 'refused') return message.answer
    const name = textArg(args, 'name') ?? ''
    if (!/^[a-z0-9_+'-]+$/.test(name)) return refused('invalid_name')
    const users = usersOf(message.value.reactions, name)
    if (users.includes(world.identity.botUserId)) return refused('already_reacted')
    const others = message.value.reactions.filter((reaction) => reaction.name !== name)
    const reactions = [...others, { name, users: [...users, world.identity.botUserId] }]
    world.messages.replace({ ...message.value, reactions })
    return granted()
  },
}

export const remove: Method = {
  token: 'bot',
  scopes: ['reactions:write'],
  tier: 'tier3',
  run: (world, args) => {
    const message = target(world, args)
    if (message.status === 'refused') return message.answer
    const name = textArg(args, 'name') ?? ''
    const users = usersOf(message.value.reactions, name)
    if (!users.includes(world.identity.botUserId)) return refused('no_reaction')
    const left = users.filter((user) => user !== world.identity.botUserId)
    const others = message.value.reactions.filter((reaction) => reaction.name !== name)
    const reactions = left.length > 0 ? [...others, { name, users: left }] : others
    world.messages.replace({ ...message.value, reactions })
    return granted()
  },
}
