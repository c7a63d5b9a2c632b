import type { JsonObject } from '../json.ts'

/**
 * What goes wrong with a call: Slack's own refusal, another HTTP status, a 429, no answer until the caller gives up, or
 * a connection cut. With `takesEffect` the call is carried out first and only its answer is lost.
 */
export type Fault = {
  readonly times?: number
  readonly takesEffect?: boolean
  readonly when?: (args: JsonObject) => boolean
} & (
  | { readonly error: string }
  | { readonly status: number; readonly body?: string }
  | { readonly retryAfter: number }
  | { readonly hang: true }
  | { readonly drop: true }
)

export type Faults = {
  /** Makes the next `times` calls (default: all) of a method fail; `*` is every method. Returns the way to end it. */
  readonly add: (method: string, fault: Fault) => () => void
  /** The fault this call meets, counted as used. */
  readonly take: (method: string, args: JsonObject) => Fault | undefined
}

export function createFaults(): Faults {
  type Planned = { readonly method: string; readonly fault: Fault; left: number }
  const planned = new Set<Planned>()
  return {
    add: (method, fault) => {
      const plan = { method, fault, left: fault.times ?? Number.POSITIVE_INFINITY }
      planned.add(plan)
      return () => {
        planned.delete(plan)
      }
    },
    take: (method, args) => {
      const plan = [...planned].find(
        (each) => each.left > 0 && (each.method === '*' || each.method === method) && (each.fault.when?.(args) ?? true),
      )
      if (!plan) return undefined
      plan.left -= 1
      return plan.fault
    },
  }
}
