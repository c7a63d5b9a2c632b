import type { Missing } from '../domain/diagnosis.ts'
import { formatReason } from '../domain/quantity.ts'
import type { AbsentReason } from '../domain/reading.ts'
import { kept, listOf, say } from '../domain/text.ts'
import type { Speak, Text } from '../domain/text.ts'

/** Of many that are lost alike; the JSON has all. */
const TITLES_SHOWN = 6

/** Reasons that lie with the source and hit many signals alike: what each signal would need says nothing then. */
const OF_THE_SOURCE: readonly AbsentReason[] = ['timeout', 'unreachable', 'bad_answer']

/** Reasons that setting something up takes away. Where nothing happened, or an answer is late, nothing is to be set up. */
const TO_SET_UP: readonly AbsentReason[] = ['not_exposed', 'not_configured']

/** What would make a signal readable; empty where nothing needs to be set up. */
export function mendOf({ reason, enableWith }: Pick<Missing, 'reason' | 'enableWith'>): string {
  return TO_SET_UP.includes(reason) ? enableWith : ''
}

/** What could not be read and how to enable it; signals lost for the same failure, or mended by the same step, are one line. */
export function missingTexts(missing: readonly Missing[], speak: Speak): readonly string[] {
  const bySource = new Map<string, string[]>()
  const byMend = new Map<string, string[]>()
  for (const one of missing) {
    const what = formatReason(one.reason)
    const reason = speak(one.detail === undefined ? what : say`${what} (${kept(one.detail)})`)
    const mend = mendOf(one)
    const [lines, why] = isOfTheSource(one.reason)
      ? [bySource, reason]
      : [byMend, mend === '' ? reason : speak(say`${reason}; ${mend}`)]
    lines.set(why, [...(lines.get(why) ?? []), one.title])
  }
  return [
    ...[...bySource].map(([reason, titles]) => speak(say`${reason}: ${few(titles)}`)),
    ...[...byMend].map(([why, titles]) => speak(say`${few(titles)}: ${why}`)),
  ]
}

function isOfTheSource(reason: AbsentReason): boolean {
  return OF_THE_SOURCE.includes(reason) || reason.startsWith('http_')
}

function few(titles: readonly string[]): Text {
  const shown = listOf(titles.slice(0, TITLES_SHOWN))
  return titles.length <= TITLES_SHOWN ? shown : say`${shown} and ${titles.length - TITLES_SHOWN} more`
}
