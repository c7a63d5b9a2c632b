/** What running it would do to the fleet. whyslow never runs one by itself. */
export type ActionKind = 'read-only' | 'reversible' | 'disruptive'

export interface Action {
  readonly text: string
  readonly kind: ActionKind
  /** What to type, where there is something to type. */
  readonly command?: string
}

export interface ActionPlan {
  readonly now: readonly Action[]
  readonly today: readonly Action[]
  readonly thisWeek: readonly Action[]
  readonly rollback: readonly Action[]
}

export const NO_ACTIONS: ActionPlan = { now: [], today: [], thisWeek: [], rollback: [] }

export function readOnly(text: string, command?: string): Action {
  return { text, kind: 'read-only', ...(command === undefined ? {} : { command }) }
}

export function reversible(text: string, command?: string): Action {
  return { text, kind: 'reversible', ...(command === undefined ? {} : { command }) }
}

export function disruptive(text: string, command?: string): Action {
  return { text, kind: 'disruptive', ...(command === undefined ? {} : { command }) }
}
