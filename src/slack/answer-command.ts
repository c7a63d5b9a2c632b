import type { SlackMessage } from '../domain/post.ts'

/** Where Slack takes answers to one command or press: five of them, for half an hour (docs.slack.dev, response URLs). */
export type ResponseUrl = string

type Shown = 'in_channel' | 'ephemeral'

const LIMIT_MS = 10_000

/**
 * Answers a command or a press. When Slack takes the blocks for bad, the text goes alone. Rejects with one line that
 * does not hold the address, since whoever has that may post.
 */
export async function answerAt(url: ResponseUrl, shown: Shown, { text, blocks }: SlackMessage): Promise<void> {
  const base = { response_type: shown, replace_original: false, text }
  const status = await put(url, { ...base, ...(blocks.length > 0 && { blocks }) })
  const isBadLayout = status === 400 && blocks.length > 0
  const last = isBadLayout ? await put(url, base) : status
  if (last < 200 || last >= 300) throw new Error(`Slack did not take the answer: HTTP ${last}`)
}

/** What only the person who asked shall see. */
export async function tellPerson(url: ResponseUrl, text: string): Promise<void> {
  await answerAt(url, 'ephemeral', { text, blocks: [] })
}

async function put(url: ResponseUrl, body: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await answer.body?.cancel()
  return answer.status
}
