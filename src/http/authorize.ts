import { createHash, timingSafeEqual } from 'node:crypto'

/** A secret in whatever wrapping its owner keeps it. */
export interface Revealable {
  reveal(): string
}

export type WebhookAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: Revealable }
  | { readonly kind: 'basic'; readonly username: string; readonly password: Revealable }

/** Whether an `Authorization` header lets its sender in. Takes the same time wherever a wrong one differs. */
export function isAuthorized(auth: WebhookAuth, header: string | undefined): boolean {
  switch (auth.kind) {
    case 'none':
      return true
    case 'bearer':
      return isSame(credentialsOf('bearer', header), auth.token.reveal())
    case 'basic':
      return isSame(decode(credentialsOf('basic', header)), `${auth.username}:${auth.password.reveal()}`)
    default:
      return auth satisfies never
  }
}

/** What a 401 asks for. */
export function challengeOf(auth: WebhookAuth): string {
  return auth.kind === 'basic' ? 'Basic realm="whyslow", charset="UTF-8"' : 'Bearer realm="whyslow"'
}

function credentialsOf(scheme: 'bearer' | 'basic', header: string | undefined): string {
  const [, given, credentials] = /^([a-z]+) +(\S+) *$/iu.exec(header ?? '') ?? []
  return given?.toLowerCase() === scheme ? (credentials ?? '') : ''
}

function decode(credentials: string): string {
  return Buffer.from(credentials, 'base64').toString('utf8')
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted)) && given !== ''
}

/** Of equal length for texts of any length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
