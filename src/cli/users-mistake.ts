import { AccessLogConfigError } from '../clients/access-log-source.ts'
import { ConfigError } from '../config/config-error.ts'
import { LogConfigError } from '../evidence/sources/log/config.ts'
import { ConnectionConfigError } from '../lib/http-connection.ts'
import { RecordingError } from '../evidence/sources/recording/load-recording.ts'
import { WhyslowError } from '../lib/errors.ts'
import { SelectorError } from '../signals/selector.ts'
import { UsageError } from './usage-error.ts'

/** Errors whose message is one line for the person who typed the command. */
const MISTAKES = [
  UsageError,
  ConfigError,
  AccessLogConfigError,
  LogConfigError,
  ConnectionConfigError,
  RecordingError,
  SelectorError,
] as const

/** Failures at the start that a person mends, by code, with the mend where the message has none. */
const MENDS: Readonly<Record<string, string | undefined>> = {
  store_unusable: '; name another file in store:',
  store_too_new: '',
  slack_secret_missing: '',
}

/** What the person who typed the command can mend, in one line; undefined for an error that is ours. */
export function mistakeOf(error: unknown): string | undefined {
  if (MISTAKES.some((kind) => error instanceof kind)) return error instanceof Error ? error.message : undefined
  const mend = error instanceof WhyslowError ? MENDS[error.code] : undefined
  if (error instanceof WhyslowError && mend !== undefined) return error.message + mend
  return isErrno(error) && error.syscall === 'listen' ? cannotListen(error) : undefined
}

type Errno = Error & { readonly code: string; readonly syscall: string }

function isErrno(error: unknown): error is Errno {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error
}

function cannotListen({ code, message }: Errno): string {
  const place = /listen \w+: .*?(\S+)$/.exec(message)?.[1] ?? 'its port'
  if (code === 'EADDRINUSE') return `cannot listen on ${place}: it is in use; choose another listen.port`
  if (code === 'EACCES') return `cannot listen on ${place}: permission denied; choose a listen.port above 1023`
  return `cannot listen on ${place} (${code}); check listen.host and listen.port`
}
