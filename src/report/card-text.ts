import type { Action } from '../domain/action.ts'
import type { Diagnosis, Missing } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import { elapsed, type UnixSeconds } from '../domain/time.ts'
import { inEnglish } from '../domain/text.ts'
import { rangeText, timeText } from './card-time.ts'
import { CARD_WORDS, nextSteps, readText } from './card-words.ts'
import { changeText, tellingChange } from './change-text.ts'
import { whoText } from './client-text.ts'
import { columnsOf, cut, padEnd, wrap } from './columns.ts'
import { formatDuration } from './format.ts'
import type { Painter } from './painter.ts'
import { plain } from './plain-text.ts'
import { runbookLink } from './runbook-link.ts'
import { hasStages, stagePieces } from './stage-line.ts'
import { certaintyWord, iconOf } from './standing.ts'
import type { TriageResult } from './triage-result.ts'

const LABEL = 13
const MISSING_SHOWN = { most: 3, nameOf: ({ title }: Missing) => plain(title) }
/** Not red: what is told is over. */
const RESOLVED_ICON = '✅'

export interface CardOptions {
  readonly width: number
  readonly painter: Painter
  /** When it is read by a person, so that times of another day have their date; when it was taken, unless stated. */
  readonly today?: UnixSeconds | undefined
}

/** The card: what is going on, why, what to do next. */
export function cardLines(result: TriageResult, options: CardOptions): readonly string[] {
  const { diagnosis } = result
  const { width, painter } = options
  const { headline } = diagnosis
  return [
    headLine(result, options),
    ...wrap(plain(headline.title), width).map(painter.bold),
    ...(hasStages(diagnosis)
      ? labelled(inEnglish(CARD_WORDS.slowWhere), stagePieces(diagnosis, inEnglish).join(' · '), {
          width,
          separator: ' · ',
        })
      : []),
    ...labelled(inEnglish(CARD_WORDS.who), whoText(clientsOf(result.evidence), inEnglish), { width }),
    ...changedLines(result, options),
    ...actionLines(diagnosis, width),
    ...runbookLines(result),
    ...wrap(readText(result, MISSING_SHOWN, inEnglish), width).map(painter.dim),
  ]
}

/** `🔴 VLLMTTFTHigh +2 · prod / qwen2.5-7b · since 14:02 UTC (6 min)   firm` */
function headLine(result: TriageResult, { width, painter, today }: CardOptions): string {
  const { incident, evidence, diagnosis } = result
  const { scope } = evidence
  const [first, ...others] = incident.alerts
  const alert = first === undefined ? 'triage' : plain(first) + (others.length === 0 ? '' : ` +${others.length}`)
  const place = plain([scope.cluster, scope.modelName, scope.instance].filter((part) => part !== undefined).join(' / '))
  const when = whenText(result, today ?? evidence.takenAt)
  const icon = incident.status === 'resolved' ? RESOLVED_ICON : iconOf(diagnosis)
  const certainty = certaintyWord(diagnosis.headline, inEnglish)
  const room = width - columnsOf(certainty) - 1
  return `${padEnd(cut(`${icon} ${alert} · ${place} · ${when}`, room), room)} ${painter.bold(certainty)}`.trimEnd()
}

/** Since when it fires; of an alert that is over, that it is, and when what stands below was read. */
function whenText({ incident, evidence }: TriageResult, today: UnixSeconds): string {
  const { startsAt, status } = incident
  const { window, takenAt } = evidence
  const range = `${rangeText(window, today)} UTC`
  if (status === 'resolved') {
    const began = startsAt === undefined ? '' : `, began ${timeText(startsAt, today)}`
    return `resolved${began}, read ${range}`
  }
  if (startsAt === undefined) return range
  return `since ${timeText(startsAt, today)} UTC (${formatDuration(elapsed(startsAt, takenAt))})`
}

function changedLines({ diagnosis, evidence }: TriageResult, { width, today }: CardOptions): readonly string[] {
  const change = tellingChange(diagnosis)
  return change === undefined
    ? []
    : labelled(inEnglish(CARD_WORDS.changed), changeText(change, today ?? evidence.takenAt, inEnglish), { width })
}

function actionLines(diagnosis: Diagnosis, width: number): readonly string[] {
  const { title, steps } = nextSteps(diagnosis)
  return steps.flatMap((action, index) =>
    labelled(index === 0 ? inEnglish(title) : '', `${index + 1} ${actionText(action)}`, { width, hang: 2 }),
  )
}

/** A link is for following: it is never wrapped. */
function runbookLines(result: TriageResult): readonly string[] {
  const link = runbookLink(result)
  return link === undefined ? [] : [padEnd(inEnglish(CARD_WORDS.runbook), LABEL) + plain(link)]
}

/** What to do and what doing it would do: nothing, something that can be undone, or harm. */
export function actionText({ text, kind }: Action): string {
  return `${plain(text)} (${kind})`
}

interface LabelOptions {
  readonly width: number
  readonly separator?: string
  /** Columns by which the lines after the first stand further in. */
  readonly hang?: number
}

function labelled(label: string, text: string, { width, separator = ' ', hang = 0 }: LabelOptions): readonly string[] {
  return wrap(text, width - LABEL - hang, separator).map((line, index) =>
    index === 0 ? padEnd(label, LABEL) + line : ' '.repeat(LABEL + hang) + line,
  )
}
