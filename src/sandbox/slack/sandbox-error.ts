/** Something asked of the sandbox that a person in Slack could not do: press a button that is not there, and the like. */
export class SandboxError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SandboxError'
    this.code = code
  }
}
