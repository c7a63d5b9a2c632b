import type { IncomingMessage } from 'node:http'

/** Why a request is turned away; undefined when it comes from the page itself or from the address bar. */
export function refusalOf({ headers, method }: IncomingMessage, port: number): string | undefined {
  // A name that a stranger's DNS points at this machine makes the browser think it is the stranger's site.
  if (!hostsOf(port).includes(headers.host ?? '')) return 'this page is served to 127.0.0.1 and localhost only'
  const { origin } = headers
  if (origin !== undefined && !hostsOf(port).some((host) => origin === `http://${host}`)) {
    return 'another site may not ask here'
  }
  const site = headers['sec-fetch-site']
  const isFromElsewhere = site === 'cross-site' || site === 'same-site'
  const isOpened = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  if (isFromElsewhere && !isOpened) return 'another site may not ask here'
  if (method === 'GET' || method === 'HEAD') return undefined
  // Browsers say where a POST comes from; a form of another site cannot say that it sends JSON.
  if (origin === undefined) return 'say where you come from: an Origin header is missing'
  return isJson(headers['content-type']) ? undefined : 'only JSON is taken'
}

function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;|$)/iu.test(contentType ?? '')
}

/** Nothing from elsewhere runs, loads or frames this page, whatever a message says. */
export const GUARDING_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const
