import { ConfigError } from '../config/config-error.ts'
import { PrometheusConfigError } from '../evidence/sources/prometheus/config.ts'
import { RecordingError } from '../evidence/sources/recording/load-recording.ts'
import { plain } from '../report/plain-text.ts'
import { SelectorError } from '../signals/selector.ts'
import { UsageError } from './usage-error.ts'

/** Errors whose message is one line for the person who typed the command. */
const MISTAKES = [UsageError, ConfigError, PrometheusConfigError, RecordingError, SelectorError] as const

/** Whether the person who typed the command can mend it. */
export function isUsersMistake(error: unknown): error is Error {
  return MISTAKES.some((kind) => error instanceof kind)
}

/** A message as one line that a terminal only shows. */
export function oneLine(message: string): string {
  return plain(message).replaceAll(/ {2,}/g, ' ').trim()
}
