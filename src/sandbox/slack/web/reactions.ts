import { granted, refused } from './answer.ts'
import { textArg } from './arguments.ts'
import type { Method } from './method.ts'
import { messageAt, visibleChannel } from './place.ts'

/** Who reacts with one emoji after the bot's call, or why the call changes nothing. */
type Change = { readonly users: readonly string[] } | { readonly error: string }

export const add = reacting((users, me) =>
  users.includes(me) ? { error: 'already_reacted' } : { users: [...users, me] },
)

export const remove = reacting((users, me) =>
  users.includes(me) ? { users: users.filter((user) => user !== me) } : { error: 'no_reaction' },
)

function reacting(change: (users: readonly string[], me: string) => Change): Method {
  return {
    token: 'bot',
    scopes: ['reactions:write'],
    tier: 'tier3',
    run: (world, args) => {
      const place = visibleChannel(world, args)
      if (place.status === 'refused') return place.answer
      const message = messageAt(world, place.value, args)
      if (message.status === 'refused') return message.answer
      const name = textArg(args, 'name') ?? ''
      if (!/^[a-z0-9_+'-]+$/.test(name)) return refused('invalid_name')
      const { reactions } = message.value
      const before = reactions.find((reaction) => reaction.name === name)?.users ?? []
      const changed = change(before, world.identity.botUserId)
      if ('error' in changed) return refused(changed.error)
      const { users } = changed
      const others = reactions.filter((reaction) => reaction.name !== name)
      world.messages.replace({
        ...message.value,
        reactions: users.length > 0 ? [...others, { name, users }] : others,
      })
      return granted()
    },
  }
}
