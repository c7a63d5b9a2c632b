import type { Speak, Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
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
export interface Mend<Words = string> {
  readonly text: Words
  readonly paste: readonly string[]
}

/** How a link was found. Every text is one line. */
export type Finding<Words = string> =
  | { readonly status: 'ok'; readonly says: Words }
  | { readonly status: 'broken'; readonly says: Words; readonly mend: Mend<Words> }
  /** It could not be looked at, or what was seen does not tell; `settle` says what would. */
  | { readonly status: 'unknown'; readonly says: Words; readonly settle?: Words }

export interface Link {
  readonly id: LinkId
  readonly question: string
  readonly examine: (facts: Facts) => Finding<Text>
}

/** Of links that ask a Prometheus which does not answer: that is another link's finding. */
export const UNASKED: Finding<Text> = {
  status: 'unknown',
  says: say`not looked at: Prometheus does not answer (see query)`,
}

export function ok(says: Text): Finding<Text> {
  return { status: 'ok', says }
}

export function broken(says: Text, text: Text, paste: readonly string[] = []): Finding<Text> {
  return { status: 'broken', says, mend: { text, paste } }
}

export function unknown(says: Text, settle?: Text): Finding<Text> {
  return { status: 'unknown', says, ...(settle !== undefined && { settle }) }
}

/** A finding in the words of one language. */
export function findingIn(speak: Speak, finding: Finding<Text>): Finding {
  const says = speak(finding.says)
  switch (finding.status) {
    case 'ok':
      return { status: 'ok', says }
    case 'broken':
      return { status: 'broken', says, mend: { ...finding.mend, text: speak(finding.mend.text) } }
    case 'unknown':
      return unknownIn(says, finding.settle === undefined ? undefined : speak(finding.settle))
    default:
      return finding satisfies never
  }
}

function unknownIn(says: string, settle: string | undefined): Finding {
  return { status: 'unknown', says, ...(settle !== undefined && { settle }) }
}
