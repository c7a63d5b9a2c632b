import type { Text } from './text.ts'
import { say } from './text.ts'

/** What running it would do to the fleet. whyslow never runs one by itself. */
export type ActionKind = 'read-only' | 'reversible' | 'disruptive'

/** What to do, in words of one language, or not yet in any (`Action<Text>`). */
export interface Action<Words = string> {
  readonly text: Words
  readonly kind: ActionKind
  /** What to type, where there is something to type. */
  readonly command?: string
}

/** What it would do, in a word. */
export const ACTION_KINDS: Readonly<Record<ActionKind, Text>> = {
  'read-only': say`read-only`,
  reversible: say`reversible`,
  disruptive: say`disruptive`,
}

export interface ActionPlan<Words = string> {
  readonly now: readonly Action<Words>[]
  readonly today: readonly Action<Words>[]
  readonly thisWeek: readonly Action<Words>[]
  readonly rollback: readonly Action<Words>[]
}

export const NO_ACTIONS: ActionPlan<never> = { now: [], today: [], thisWeek: [], rollback: [] }

export function readOnly<Words>(text: Words, command?: string): Action<Words> {
  return { text, kind: 'read-only', ...(command === undefined ? {} : { command }) }
}

export function reversible<Words>(text: Words, command?: string): Action<Words> {
  return { text, kind: 'reversible', ...(command === undefined ? {} : { command }) }
}

export function disruptive<Words>(text: Words, command?: string): Action<Words> {
  return { text, kind: 'disruptive', ...(command === undefined ? {} : { command }) }
}
