/** A mistake of the person who typed the command: the message is one line that names the thing and the mend. */
export class UsageError extends Error {
  readonly code = 'usage'

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'UsageError'
  }
}
