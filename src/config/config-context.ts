import type { Secret } from './secret.ts'

/** Where a secret is to be taken from. */
export interface SecretSource {
  /** The setting, such as `slack.bot_token`. */
  readonly place: string
  /** A token is sent in a header as it is; a password may hold blanks and letters of any script. */
  readonly kind: 'token' | 'password'
  readonly file?: string | undefined
  readonly variable?: string | undefined
  /** A variable that is used when it happens to be set. */
  readonly fallback?: string
}

export interface ConfigContext {
  /** `undefined` where nothing is stated; throws where what is stated cannot be read. */
  readonly readSecret: (source: SecretSource) => Secret | undefined
  /** A file's full path; those of secrets are meant relative to the settings' own folder. */
  readonly resolvePath: (path: string) => string
}
