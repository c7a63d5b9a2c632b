import { isRecord } from '../../slack/json.ts'
import type { PageAnswer, PageEvent } from '../wire.ts'

/** Listens to what changes. The browser itself comes back after a break, and is then told all anew. */
export function listen(onEvent: (event: PageEvent) => void, onBreak: () => void): () => void {
  const source = new EventSource('/events')
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const event: unknown = JSON.parse(data)
    if (isEvent(event)) onEvent(event)
  }
  source.onerror = onBreak
  return () => source.close()
}

/** Tells the server what a person did. A server that is gone is a problem to show, not a failure. */
export async function tell(action: Readonly<Record<string, unknown>>): Promise<PageAnswer> {
  try {
    const answer = await fetch('/do', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(action),
    })
    if (!answer.ok) return { ok: false, problem: await answer.text() }
    const told: unknown = await answer.json()
    return isAnswer(told) ? told : { ok: false, problem: 'the demo answered something odd' }
  } catch {
    return { ok: false, problem: 'the demo does not answer: is it still running?' }
  }
}

// The server is this page's own, so its word is taken for what the wire file says.

function isEvent(value: unknown): value is PageEvent {
  return isRecord(value) && typeof value['kind'] === 'string'
}

function isAnswer(value: unknown): value is PageAnswer {
  return isRecord(value) && typeof value['ok'] === 'boolean'
}
