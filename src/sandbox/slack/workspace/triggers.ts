import type { Now } from '../clock.ts'
import { secret } from '../ids.ts'

/** A trigger opens one view within three seconds of what the user did (docs.slack.dev, handling user interaction). */
const LIFE_MS = 3000

type TriggerUse =
  | { readonly status: 'taken'; readonly userId: string }
  | { readonly status: 'refused'; readonly error: 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id' }

export type Triggers = {
  readonly issue: (userId: string) => string
  readonly use: (id: string) => TriggerUse
}

export function createTriggers(now: Now): Triggers {
  const issued = new Map<string, { readonly userId: string; readonly at: number; readonly isUsed: boolean }>()
  return {
    issue: (userId) => {
      const id = `${issued.size + 1}.${Math.floor(now())}.${secret(8)}`
      issued.set(id, { userId, at: now(), isUsed: false })
      return id
    },
    use: (id) => {
      const trigger = issued.get(id)
      if (!trigger) return { status: 'refused', error: 'invalid_trigger_id' }
      if (trigger.isUsed) return { status: 'refused', error: 'exchanged_trigger_id' }
      if (now() - trigger.at > LIFE_MS) return { status: 'refused', error: 'expired_trigger_id' }
      issued.set(id, { ...trigger, isUsed: true })
      return { status: 'taken', userId: trigger.userId }
    },
  }
}
