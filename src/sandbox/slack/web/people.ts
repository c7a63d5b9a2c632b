import { userToWire } from '../workspace/wire.ts'
import { granted, refused } from './answer.ts'
import { SEED_GROUPS } from '../workspace/seed.ts'
import { textArg } from './arguments.ts'
import type { Method } from './method.ts'

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

export const usergroupUsers: Method = {
  token: 'bot',
  scopes: ['usergroups:read'],
  tier: 'tier2',
  run: (_world, args) => {
    const users = SEED_GROUPS[textArg(args, 'usergroup') ?? '']
    return users ? granted({ users }) : refused('no_such_subteam')
  },
}
