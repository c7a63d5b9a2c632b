import { counted } from '../domain/listed.ts'
import type { Action } from '../domain/action.ts'
import type { Diagnosis, Missing } from '../domain/diagnosis.ts'
import type { TriageResult } from './triage-result.ts'

/** What a card calls its parts, in a terminal as in Slack. */
export const CARD_WORDS = {
  slowWhere: 'Slow where',
  who: 'Who',
  changed: 'Changed',
  doNow: 'Do now',
  doToday: 'Do today',
  runbook: 'Runbook',
} as const

const STEPS_SHOWN = 3

/** What to do first, with its title: now where there is something, else today. */
export function nextSteps({ actions }: Diagnosis): { readonly title: string; readonly steps: readonly Action[] } {
  const [title, steps] = actions.now.length > 0 ? [CARD_WORDS.doNow, actions.now] : [CARD_WORDS.doToday, actions.today]
  return { title, steps: steps.slice(0, STEPS_SHOWN) }
}

export interface MissingShown {
  readonly most: number
  readonly nameOf: (missing: Missing) => string
}

/** `12 signals read, 1 missing: GPU clock · 31 queries in 412 ms` */
export function readText({ evidence, diagnosis, tookMs, queries }: TriageResult, shown: MissingShown): string {
  const read = Object.values(evidence.readings).filter(({ status }) => status === 'present').length
  const cut = evidence.sources.filter(({ isCut }) => isCut === true).map(({ source }) => source)
  const watched = cut.length === 0 ? '' : ` · ${cut.join(' and ')} has watched for a part of the window only`
  return `${counted(read, 'signal')} read, ${missingText(diagnosis.missing, shown)} · ${counted(queries, 'query', 'queries')} in ${Math.round(tookMs)} ms${watched}`
}

function missingText(missing: readonly Missing[], { most, nameOf }: MissingShown): string {
  if (missing.length === 0) return 'none missing'
  const more = missing.length > most ? ', …' : ''
  return `${missing.length} missing: ${missing.slice(0, most).map(nameOf).join(', ')}${more}`
}
