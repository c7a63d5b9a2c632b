import type { WebClient } from '@slack/web-api'
import { readFailure } from './call-failure.ts'

/** Whether a part of Slack works, and how it stands in words. */
export interface SlackStatus {
  readonly ok: boolean
  readonly detail: string
}

const LIMIT_MS = 3000

/** Asks Slack who the token belongs to, three seconds at most. Never rejects. */
export async function checkSlack(client: WebClient): Promise<SlackStatus> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SlackStatus>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, detail: `Slack did not answer within ${LIMIT_MS / 1000} s` })
    }, LIMIT_MS)
  })
  try {
    return await Promise.race([askWhoWeAre(client), late])
  } finally {
    clearTimeout(timer)
  }
}

async function askWhoWeAre(client: WebClient): Promise<SlackStatus> {
  try {
    const { user, team } = await client.auth.test()
    return { ok: true, detail: `signed in as ${user ?? 'unnamed'} in ${team ?? 'an unnamed workspace'}` }
  } catch (error) {
    return { ok: false, detail: readFailure(error).reason }
  }
}
