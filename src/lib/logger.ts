import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { WhyslowError, messageOf } from './errors.ts'

export type Logger = PinoLogger

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields that carry secrets wherever they stand; a webhook's URL is one, since its path is the password. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'token',
  'botToken',
  'appToken',
  'bearerToken',
  'signingSecret',
  'password',
  'secret',
  'apiKey',
  'x-slack-signature',
  'webhookUrl',
  'responseUrl',
  'response_url',
] as const

/** Secrets that stand inside a text, such as an error's message: Slack's tokens, bearer tokens, passwords in URLs. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\bxox[a-z]-[\w-]+|\bxapp-[\w-]+/gu, '[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/giu, '$1 [redacted]'],
  [/(\bhttps?:\/\/)[^\s/@:"\\]+:[^\s/@"\\]+@/gu, '$1[redacted]@'],
  [/(https:\/\/hooks\.slack\.com\/)[^\s"\\]+/gu, '$1[redacted]'],
]

/**
 * One JSON object a line; `time` is RFC 3339 in UTC. What was thrown goes into the field `error` as it is, a reason that
 * is a text already into `reason`.
 */
export function createLogger(level: LogLevel = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: errorText },
    redact: { paths: redactedPaths(), censor: '[redacted]' },
    hooks: { streamWrite: redactText },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Our own errors say all in their message; of others it has to be known where they came from. */
function errorText(thrown: unknown): string {
  const isForeign = thrown instanceof Error && !(thrown instanceof WhyslowError)
  return isForeign ? (thrown.stack ?? messageOf(thrown)) : messageOf(thrown)
}

/** Takes secrets out of a text that others wrote. */
export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((redacted, [secret, mark]) => redacted.replaceAll(secret, mark), text)
}

function redactedPaths(): string[] {
  return SECRET_FIELDS.flatMap((field) => {
    const step = /^\w+$/u.test(field) ? `.${field}` : `["${field}"]`
    return [step.replace(/^\./u, ''), `*${step}`, `*.*${step}`]
  })
}
