/** Why the page cannot be served, in one line. */
export class PageError extends Error {
  readonly code: 'not_built' | 'port_taken'

  constructor(code: PageError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PageError'
    this.code = code
  }
}
