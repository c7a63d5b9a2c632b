import type { JsonObject } from '../json.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { Channel, User } from '../workspace/model.ts'
import type { World } from '../workspace/world.ts'

// The parts that several payloads share.

export function personOf({ people }: World, userId: string): User {
  const user = people.user(userId)
  if (!user) throw new SandboxError('user_not_found', `no user ${userId} in the sandbox`)
  return user
}

export function channelOf({ people }: World, target: string): Channel {
  const channel = people.resolve(target)
  if (!channel) throw new SandboxError('channel_not_found', `no channel ${target} in the sandbox`)
  return channel
}

/** What every interaction says about its place and its sender. */
export function interactionBase({ identity }: World, user: User): JsonObject {
  return {
    team: { id: identity.teamId, domain: identity.teamDomain },
    user: { id: user.id, username: user.name, name: user.name, team_id: identity.teamId },
    api_app_id: identity.appId,
    token: identity.verificationToken,
    enterprise: null,
    is_enterprise_install: false,
  }
}
