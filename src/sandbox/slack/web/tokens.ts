import type { Identity } from '../ids.ts'

export type TokenKind = 'bot' | 'app'

type TokenCheck =
  | { readonly status: 'valid'; readonly kind: TokenKind }
  | { readonly status: 'refused'; readonly error: 'not_authed' | 'invalid_auth' | 'token_revoked' }

export type Tokens = {
  readonly check: (token: string | undefined) => TokenCheck
  readonly revoke: (kind: TokenKind) => void
  readonly restore: (kind: TokenKind) => void
}

export function createTokens({ botToken, appToken }: Identity): Tokens {
  const kinds = new Map<string, TokenKind>([
    [botToken, 'bot'],
    [appToken, 'app'],
  ])
  const revoked = new Set<TokenKind>()
  return {
    check: (token) => {
      if (!token) return { status: 'refused', error: 'not_authed' }
      const kind = kinds.get(token)
      if (!kind) return { status: 'refused', error: 'invalid_auth' }
      return revoked.has(kind) ? { status: 'refused', error: 'token_revoked' } : { status: 'valid', kind }
    },
    revoke: (kind) => {
      revoked.add(kind)
    },
    restore: (kind) => {
      revoked.delete(kind)
    },
  }
}
