import type { Action } from '../domain/action.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import { elapsed } from '../domain/time.ts'
import { columnsOf, cut, padEnd, wrap } from './columns.ts'
import { formatClock, formatDuration } from './format.ts'
import type { Painter } from './painter.ts'
import { plain } from './plain-text.ts'
import { hasStages, stagePieces } from './stage-line.ts'
import { certaintyWord, iconOf } from './standing.ts'
import type { TriageResult } from './triage-result.ts'

const LABEL = 13
const ACTIONS_SHOWN = 3
const MISSING_SHOWN = 3

/** The card: what is going on, why, what to do next. */
export function cardLines(result: TriageResult, width: number, painter: Painter): readonly string[] {
  const { diagnosis } = result
  const { headline } = diagnosis
  return [
    headLine(result, width, painter),
    ...wrap(plain(headline.title), width).map(painter.bold),
    ...(hasStages(diagnosis)
      ? labelled('Slow where', stagePieces(diagnosis).join(' · '), { width, separator: ' · ' })
      : []),
    ...labelled('Who', clientsText(diagnosis), { width }),
    ...actionLines(diagnosis, width),
    ...wrap(readText(result), width).map(painter.dim),
  ]
}

/** `🔴 VLLMTTFTHigh +2 · prod / qwen2.5-7b · since 14:02 UTC (6 min)   firm` */
function headLine({ incident, evidence, diagnosis }: TriageResult, width: number, painter: Painter): string {
  const { scope, window, takenAt } = evidence
  const [first, ...others] = incident.alerts
  const alert = first === undefined ? 'triage' : plain(first) + (others.length === 0 ? '' : ` +${others.length}`)
  const place = plain([scope.cluster, scope.modelName, scope.instance].filter((part) => part !== undefined).join(' / '))
  const when =
    incident.startsAt === undefined
      ? `${formatClock(window.start)}–${formatClock(window.end)} UTC`
      : `since ${formatClock(incident.startsAt)} UTC (${formatDuration(elapsed(incident.startsAt, takenAt))})`
  const certainty = certaintyWord(diagnosis.headline)
  const room = width - columnsOf(certainty) - 1
  return `${padEnd(cut(`${iconOf(diagnosis)} ${alert} · ${place} · ${when}`, room), room)} ${painter.bold(certainty)}`.trimEnd()
}

function clientsText({ headline }: Diagnosis): string {
  return headline.clients.length === 0 ? 'not read (no source of clients)' : headline.clients.map(plain).join(', ')
}

function actionLines({ actions }: Diagnosis, width: number): readonly string[] {
  const [label, list] = actions.now.length > 0 ? ['Do now', actions.now] : ['Do today', actions.today]
  const shown = list.slice(0, ACTIONS_SHOWN)
  return shown.flatMap((action, index) =>
    labelled(index === 0 ? label : '', `${index + 1} ${actionText(action)}`, { width, hang: 2 }),
  )
}

/** What to do and what doing it would do: nothing, something that can be undone, or harm. */
export function actionText({ text, kind }: Action): string {
  return `${plain(text)} (${kind})`
}

function readText({ evidence, diagnosis, tookMs, queries }: TriageResult): string {
  const read = Object.values(evidence.readings).filter(({ status }) => status === 'present').length
  const { missing } = diagnosis
  const names = missing.slice(0, MISSING_SHOWN).map(({ title }) => plain(title))
  const more = missing.length > MISSING_SHOWN ? ', …' : ''
  const missingText = missing.length === 0 ? 'none missing' : `${missing.length} missing: ${names.join(', ')}${more}`
  return `${read} signals read, ${missingText} · ${queries} queries in ${Math.round(tookMs)} ms`
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
