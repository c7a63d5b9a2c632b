import type { Facts } from './facts.ts'

/** The path from the engine's own page to a reading, in order. */
export const LINK_IDS = [
  'endpoint',
  'series',
  'target',
  'query',
  'names',
  'selector',
  'labels',
  'freshness',
  'interval',
  'baselines',
  'expected',
  'gpus',
  'hosts',
  'gateway',
] as const
export type LinkId = (typeof LINK_IDS)[number]

/** What to change, and what to paste where; pasted lines are never wrapped. */
export interface Mend {
  readonly text: string
  readonly paste: readonly string[]
}

/** How a link was found. Every text is one line. */
export type Finding =
  | { readonly status: 'ok'; readonly says: string }
  | { readonly status: 'broken'; readonly says: string; readonly mend: Mend }
  /** It could not be looked at, or what was seen does not tell; `settle` says what would. */
  | { readonly status: 'unknown'; readonly says: string; readonly settle?: string }

export interface Link {
  readonly id: LinkId
  readonly question: string
  readonly examine: (facts: Facts) => Finding
}

/** Of links that ask a Prometheus which does not answer: that is another link's finding. */
export const UNASKED: Finding = { status: 'unknown', says: 'not looked at: Prometheus does not answer (see query)' }

export function ok(says: string): Finding {
  return { status: 'ok', says }
}

export function broken(says: string, text: string, paste: readonly string[] = []): Finding {
  return { status: 'broken', says, mend: { text, paste } }
}

export function unknown(says: string, settle?: string): Finding {
  return { status: 'unknown', says, ...(settle !== undefined && { settle }) }
}
