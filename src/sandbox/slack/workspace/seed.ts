import type { Identity } from '../ids.ts'
import type { Channel, User } from './model.ts'

/** The ids of what every new workspace holds, so that tests and the demo can name it. */
export const SEED = {
  oncall: 'C0LLMONCALL',
  general: 'C0GENERAL00',
  secret: 'C0SECRET000',
  archived: 'C0ARCHIVED0',
  alice: 'U0ALICE0000',
  bob: 'U0BOB000000',
  /** Those who are on call: alice alone. */
  oncallGroup: 'S0ONCALL000',
} as const

/** Who is in each user group. */
export const SEED_GROUPS: Readonly<Record<string, readonly string[]>> = { [SEED.oncallGroup]: [SEED.alice] }

/** Channels: one the bot works in, one it may only see, one it may not, one that is closed. */
export function seedChannels({ botUserId }: Identity): readonly Channel[] {
  const people = [SEED.alice, SEED.bob]
  return [
    { id: SEED.oncall, name: 'llm-oncall', kind: 'public', isArchived: false, members: [...people, botUserId] },
    { id: SEED.general, name: 'general', kind: 'public', isArchived: false, members: people },
    { id: SEED.secret, name: 'secret', kind: 'private', isArchived: false, members: people },
    { id: SEED.archived, name: 'llm-2023', kind: 'public', isArchived: true, members: [...people, botUserId] },
  ]
}

export function seedUsers({ botUserId, botName }: Identity): readonly User[] {
  return [
    { id: SEED.alice, name: 'alice', realName: 'Alice Arden', isBot: false },
    { id: SEED.bob, name: 'bob', realName: 'Bob Birch', isBot: false },
    { id: botUserId, name: botName, realName: botName, isBot: true },
  ]
}
