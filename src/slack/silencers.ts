import type { Speak } from '../domain/text.ts'
import { kept } from '../domain/text.ts'
import type { WebClient } from '@slack/web-api'
import { readFailure } from './call-failure.ts'
import { EN } from './strings/en.ts'

export interface SilencersOptions {
  /** Ids of persons and user groups; undefined: everyone may. */
  readonly allowed: readonly string[] | undefined
  readonly client: WebClient
  readonly speak: Speak
  /** Seconds from any fixed point. */
  readonly now: () => number
}

/** So long a group is taken to be as it was: a member who leaves it may silence no longer than this. */
const FRESH_SECONDS = 60
/** A dialog has to be opened within three seconds. */
const LIMIT_MS = 1500

/** Says in one line why a person may not silence alerts; undefined when they may. Who cannot be known may not. */
export function createRefusalFor({ allowed, client, now, speak }: SilencersOptions) {
  const known = new Map<string, { readonly users: readonly string[]; readonly at: number }>()

  async function usersOf(group: string): Promise<readonly string[]> {
    const fresh = known.get(group)
    if (fresh !== undefined && now() - fresh.at < FRESH_SECONDS) return fresh.users
    const { users = [] } = await inTime(client.usergroups.users.list({ usergroup: group }))
    known.set(group, { users, at: now() })
    return users
  }

  return async (user: string): Promise<string | undefined> => {
    if (allowed === undefined || allowed.includes(user)) return undefined
    try {
      for (const group of allowed.filter((id) => id.startsWith('S'))) {
        if ((await usersOf(group)).includes(user)) return undefined
      }
    } catch (error) {
      return speak(EN.silence.notKnown(kept(readFailure(error).reason)))
    }
    return speak(EN.silence.notAllowed)
  }
}

function inTime<Answer>(call: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Slack did not say in time who is in the user group')), LIMIT_MS)
  })
  return Promise.race([call, late]).finally(() => clearTimeout(timer))
}
