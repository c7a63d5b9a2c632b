/** A failure with a name a program can act on; the message names the thing and holds no secret. */
export class WhyslowError extends Error {
  override readonly name: string = 'WhyslowError'
  readonly code: string
  readonly retryable: boolean

  constructor(code: string, message: string, options: { readonly retryable?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? false
  }
}

/** What was thrown, in one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.replaceAll(/\s+/gu, ' ').trim()
}
