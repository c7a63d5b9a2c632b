import { userToWire } from '../workspace/wire.ts'
import { granted, refused } from './answer.ts'
import { numberArg, textArg } from './arguments.ts'
import type { Method } from './method.ts'
import { page } from './page.ts'

export const authTest: Method = {
  token: 'bot',
  scopes: [],
  tier: 'unlimited',
  run: ({ identity }) =>
    granted({
      url: `https://${identity.teamDomain}.slack.com/`,
      team: identity.teamDomain,
      user: identity.botName,
      team_id: identity.teamId,
      user_id: identity.botUserId,
      bot_id: identity.botId,
      is_enterprise_install: false,
    }),
}

export const usersInfo: Method = {
  token: 'bot',
  scopes: ['users:read'],
  tier: 'tier4',
  run: ({ people, identity }, args) => {
    const user = people.user(textArg(args, 'user') ?? '')
    return user ? granted({ user: userToWire(user, identity.teamId) }) : refused('user_not_found')
  },
}

export const usersList: Method = {
  token: 'bot',
  scopes: ['users:read'],
  tier: 'tier2',
  run: ({ people, identity }, args) => {
    const cut = page(people.users(), textArg(args, 'cursor'), numberArg(args, 'limit') ?? 100)
    if (!cut) return refused('invalid_cursor')
    return granted({
      members: cut.items.map((user) => userToWire(user, identity.teamId)),
      response_metadata: { next_cursor: cut.next },
    })
  },
}
