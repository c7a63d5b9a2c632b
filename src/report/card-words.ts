import type { Action } from '../domain/action.ts'
import type { Diagnosis, Missing } from '../domain/diagnosis.ts'
import type { Speak, Text } from '../domain/text.ts'
import { commaed, joined, say } from '../domain/text.ts'
import type { TriageResult } from './triage-result.ts'

/** What a card calls its parts, in a terminal as in Slack. */
export const CARD_WORDS = {
  slowWhere: say`Slow where`,
  who: say`Who`,
  changed: say`Changed`,
  doNow: say`Do now`,
  doToday: say`Do today`,
  runbook: say`Runbook`,
} as const

const STEPS_SHOWN = 3

/** What to do first, with its title: now where there is something, else today. */
export function nextSteps({ actions }: Diagnosis): { readonly title: Text; readonly steps: readonly Action[] } {
  const [title, steps] = actions.now.length > 0 ? [CARD_WORDS.doNow, actions.now] : [CARD_WORDS.doToday, actions.today]
  return { title, steps: steps.slice(0, STEPS_SHOWN) }
}

export interface MissingShown {
  readonly most: number
  readonly nameOf: (missing: Missing) => string | Text
}

/** `12 signals read, 1 missing: GPU clock · 31 queries in 412 ms` */
export function readText(
  { evidence, diagnosis, tookMs, queries }: TriageResult,
  shown: MissingShown,
  speak: Speak,
): string {
  const read = Object.values(evidence.readings).filter(({ status }) => status === 'present').length
  const cut = evidence.sources.filter(({ isCut }) => isCut === true).map(({ source }) => source)
  const watched =
    cut.length === 0
      ? ''
      : say` · ${joined(cut, (before, next) => say`${before} and ${next}`)} has watched for a part of the window only`
  const [signals, asked] = [read === 1 ? say`signal` : say`signals`, queries === 1 ? say`query` : say`queries`]
  return speak(
    say`${read} ${signals} read, ${missingText(diagnosis.missing, shown)} · ${queries} ${asked} in ${Math.round(tookMs)} ms${watched}`,
  )
}

function missingText(missing: readonly Missing[], { most, nameOf }: MissingShown): Text {
  if (missing.length === 0) return say`none missing`
  const more = missing.length > most ? say`, …` : ''
  return say`${missing.length} missing: ${commaed(missing.slice(0, most).map(nameOf))}${more}`
}
