import type { Changes } from '../workspace/changes.ts'
import type { Now } from '../clock.ts'
import type { JsonObject } from '../json.ts'

/** One call of the Web API as it was made and answered. The token is not kept. `at` is in epoch milliseconds. */
export type ApiCall = {
  readonly method: string
  readonly args: JsonObject
  readonly at: number
  readonly outcome: Outcome
}

/** What the caller got: an answer with an HTTP status, nothing at all, or a cut connection. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: JsonObject; readonly retryAfter?: number }
  | { readonly kind: 'raw'; readonly status: number; readonly body: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' }

export type Calls = {
  readonly record: (method: string, args: JsonObject, outcome: Outcome) => Outcome
  /** In the order they were answered. */
  readonly all: () => readonly ApiCall[]
}

export function createCalls(now: Now, changes: Changes): Calls {
  const made: ApiCall[] = []
  return {
    record: (method, args, outcome) => {
      const { token: _token, ...said } = args
      made.push({ method, args: said, at: now(), outcome })
      changes.announce()
      return outcome
    },
    all: () => made,
  }
}
