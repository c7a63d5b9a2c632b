import { createHmac } from 'node:crypto'
import type { Signature } from './receipt.ts'

const STALE_SECONDS = 6 * 60

/**
 * Slack's v0 signature headers over the raw body (docs.slack.dev, verifying requests from Slack). A stale one is signed
 * rightly, six minutes ago: bots must refuse what is older than five.
 */
export function signatureHeaders(
  secret: string,
  body: string,
  { seconds, signature }: { readonly seconds: number; readonly signature: Signature },
): Readonly<Record<string, string>> {
  const at = String(signature === 'stale' ? seconds - STALE_SECONDS : seconds)
  const key = signature === 'wrong' ? `${secret}x` : secret
  const digest = createHmac('sha256', key).update(`v0:${at}:${body}`).digest('hex')
  if (signature === 'missing') return { 'x-slack-request-timestamp': at }
  return { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${digest}` }
}
