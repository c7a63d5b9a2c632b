import type { Cause } from '../domain/cause.ts'
import type { Certainty, Diagnosis, Finding } from '../domain/diagnosis.ts'
import type { RecoveryOutcome } from '../domain/recovery.ts'
import type { Speak, Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'

/** What a conclusion amounts to, for a colour, an icon or an exit code. */
export type Standing = 'healthy' | 'cause' | 'inconclusive'

/** `benign.*` is a cause to know, not one to act on. */
export function standingOf(cause: Cause): Standing {
  if (cause === 'inconclusive') return 'inconclusive'
  return cause === 'healthy' || cause.startsWith('benign.') ? 'healthy' : 'cause'
}

/** The sign in front of a headline: green, red when firm, orange when tentative, white when nothing can be said. */
export function iconOf({ headline }: Diagnosis): string {
  const standing = standingOf(headline.cause)
  if (standing === 'healthy') return '🟢'
  if (standing === 'inconclusive') return '⚪'
  return headline.certainty === 'firm' ? '🔴' : '🟠'
}

/** The sign in front of what reading again says; never red, since the alert is over. */
export const RECOVERY_ICONS: Readonly<Record<RecoveryOutcome, string>> = {
  recovered: '🟢',
  only_quieter: '🟡',
  no_traffic: '⚪',
  too_early: '🟡',
  still_abnormal: '🟠',
  unknown: '⚪',
}

/** How sure the headline is, in a word; empty where there is nothing to be sure of. */
export function certaintyWord({ certainty }: Finding, speak: Speak): string {
  return speak(certaintyText(certainty))
}

/** Why it is not firm, and what would settle it; nothing where it is. */
export function doubtTexts({ doubt }: Finding, speak: Speak): readonly string[] {
  return doubt === undefined ? [] : [speak(say`Tentative: ${doubt}`)]
}

/** How sure a finding is, in a word; empty where there is nothing to be sure of. */
export function certaintyText(certainty: Certainty): Text {
  return CERTAINTIES[certainty]
}

const CERTAINTIES: Readonly<Record<Certainty, Text>> = { firm: say`firm`, tentative: say`tentative`, none: say`` }
