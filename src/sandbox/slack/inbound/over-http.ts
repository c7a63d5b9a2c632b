import { Agent, request } from 'undici'
import { parseJson } from '../json.ts'
import type { Inbound, Receipt, SendOptions } from './receipt.ts'
import { signatureHeaders } from './sign.ts'

type HttpLine = {
  readonly url: string
  readonly signingSecret: string
  readonly ackLimitMs: number
}

/** A request as the bot will see it, before it is signed. */
type Encoded = { readonly body: string; readonly contentType: string }

/**
 * Posts to the bot's request URL and waits for the acknowledgement, three seconds as a rule, and no longer. It is signed
 * at the machine's time, whatever the workspace's clock says: the bot compares it with its own.
 */
export async function sendOverHttp(
  line: HttpLine,
  inbound: Inbound,
  { signature = 'good' }: SendOptions,
): Promise<Receipt> {
  const { body, contentType } = encode(inbound)
  const started = performance.now()
  const agent = new Agent({ pipelining: 0 })
  try {
    const answer = await request(line.url, {
      method: 'POST',
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(line.ackLimitMs),
      headers: {
        'content-type': contentType,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        ...signatureHeaders(line.signingSecret, body, { seconds: Math.floor(Date.now() / 1000), signature }),
        ...(inbound.retry && {
          'x-slack-retry-num': String(inbound.retry.attempt),
          'x-slack-retry-reason': inbound.retry.reason,
        }),
      },
    })
    const text = await answer.body.text()
    const tookMs = performance.now() - started
    const held = bodyOf(text)
    if (answer.statusCode >= 200 && answer.statusCode < 300) return { status: 'acked', tookMs, body: held }
    const isFinal = answer.headers['x-slack-no-retry'] === '1'
    return { status: 'refused', tookMs, httpStatus: answer.statusCode, body: held, isFinal }
  } catch (error) {
    const tookMs = performance.now() - started
    if (error instanceof Error && error.name === 'TimeoutError') return { status: 'operation_timeout', tookMs }
    return { status: 'unreachable', tookMs, reason: error instanceof Error ? error.message : 'unknown' }
  } finally {
    await agent.destroy()
  }
}

function encode({ kind, payload }: Inbound): Encoded {
  const form = 'application/x-www-form-urlencoded'
  switch (kind) {
    case 'slash_commands':
      return {
        body: new URLSearchParams(
          Object.entries(payload).map(([key, value]): [string, string] => [key, String(value)]),
        ).toString(),
        contentType: form,
      }
    case 'interactive':
      return { body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), contentType: form }
    case 'events_api':
      return { body: JSON.stringify(payload), contentType: 'application/json' }
  }
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  const parsed = parseJson(text)
  return parsed ? parsed.value : text
}
