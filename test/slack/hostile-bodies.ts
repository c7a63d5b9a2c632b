import { signatureHeaders } from '../../src/sandbox/slack/inbound/sign.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

const DEEP = 50_000

/** Bodies that Slack never sends, though who holds the signing secret could: by name, with their type. */
export const HOSTILE_BODIES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['null', JSON_TYPE, 'null'],
  ['a number', JSON_TYPE, '1'],
  ['a text', JSON_TYPE, '"x"'],
  ['a truth', JSON_TYPE, 'true'],
  ['a list', JSON_TYPE, '[]'],
  ['an empty object', JSON_TYPE, '{}'],
  ['a deep list', JSON_TYPE, '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['a deep object', JSON_TYPE, `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['no JSON', JSON_TYPE, '{"event":'],
  ['nothing', JSON_TYPE, ''],
  ['an event that is null', JSON_TYPE, '{"event":null}'],
  ['an event that is a text', JSON_TYPE, '{"event":"app_mention"}'],
  ['actions that are null', JSON_TYPE, '{"type":"block_actions","actions":null}'],
  ['no actions', JSON_TYPE, '{"type":"block_actions","actions":[]}'],
  ['an action that is null', JSON_TYPE, '{"type":"block_actions","actions":[null]}'],
  ['a dialog without its view', JSON_TYPE, '{"type":"view_submission","view":null}'],
  ['a dialog without a name', JSON_TYPE, '{"type":"view_submission","view":{"id":"V1"}}'],
  ['a shortcut of nothing', JSON_TYPE, '{"type":"message_action","callback_id":"why_slow"}'],
  ['a prototype', JSON_TYPE, '{"__proto__":{"command":"/vllm"}}'],
  ['a form without payload', FORM_TYPE, 'a=b'],
  ['an empty form', FORM_TYPE, ''],
  ['a form whose payload is null', FORM_TYPE, 'payload=null'],
  ['a form whose payload is no JSON', FORM_TYPE, 'payload=%7B'],
  ['a form with two payloads', FORM_TYPE, 'payload=%7B%7D&payload=%7B%7D'],
  ['a command without the rest', FORM_TYPE, 'command=%2Fvllm'],
  ['two commands', FORM_TYPE, 'command=%2Fvllm&command=%2Fvllm&text=&channel_id=C&user_id=U&response_url=x'],
]

/** Posts a body to the bot as if Slack had signed it; gives the status and how long it took. */
export async function postSigned(
  url: string,
  secret: string,
  { type, body }: { readonly type: string; readonly body: string },
): Promise<{ readonly status: number; readonly tookMs: number }> {
  const began = performance.now()
  const signed = signatureHeaders(secret, body, { seconds: Math.floor(Date.now() / 1000), signature: 'good' })
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type, ...signed } })
  await response.arrayBuffer()
  return { status: response.status, tookMs: performance.now() - began }
}
