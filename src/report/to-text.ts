import type { Action } from '../domain/action.ts'
import type { Finding } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import { fewLines } from '../domain/listed.ts'
import { andMore, english, inEnglish } from '../domain/text.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { changeText } from './change-text.ts'
import { actionText, cardLines } from './card-text.ts'
import { clientTable } from './client-table.ts'
import { clientNotes } from './client-text.ts'
import { wrap } from './columns.ts'
import { instanceTable } from './instance-table.ts'
import { missingTexts } from './missing-text.ts'
import { openTexts } from './open-text.ts'
import { type Painter, createPainter } from './painter.ts'
import { pathLines } from './path-text.ts'
import { plain } from './plain-text.ts'
import { doubtTexts } from './standing.ts'
import type { TriageResult } from './triage-result.ts'

export interface TextOptions {
  /** Columns of the terminal; 100 unless stated, and never more. */
  readonly width?: number
  /** ANSI colours; none unless asked for. */
  readonly colour?: boolean
  /** When it is shown: times of another day have their date. When it was taken, unless stated. */
  readonly today?: UnixSeconds
}

const WIDEST = 100
const NARROWEST = 40
const INSTANCES_SHOWN = 12
const LIST_SHOWN = 12
const CLIENTS_SHOWN = 10

/** One triage for a terminal: the card, then everything it rests on. */
export function toText(result: TriageResult, { width = WIDEST, colour = false, today }: TextOptions = {}): string {
  const columns = Math.min(WIDEST, Math.max(NARROWEST, width))
  const painter = createPainter(colour)
  const { diagnosis, evidence } = result
  const { actions, changes } = diagnosis
  const now = today ?? evidence.takenAt
  const sourceNotes = evidence.sources.flatMap(({ source, notes }) => notes.map((note) => `${source}: ${note}`))
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Why', bullets([...diagnosis.headline.because, ...doubtTexts(diagnosis.headline, inEnglish)], columns)],
    ['Also', diagnosis.contributing.flatMap((finding) => findingLines(finding, columns))],
    ['Do now', actionLines(actions.now, columns)],
    ['Do today', actionLines(actions.today, columns)],
    ['This week', actionLines(actions.thisWeek, columns)],
    ['To undo', actionLines(actions.rollback, columns)],
    [
      'Instances (requests per second arriving and finishing)',
      indent(instanceTable(diagnosis.instances, INSTANCES_SHOWN)),
    ],
    ['Clients', clientLines(result, columns)],
    // One stands on the card already.
    ['Changed', bullets(changes.length > 1 ? changes.map((line) => changeText(line, now, inEnglish)) : [], columns)],
    ['Path', pathLines(diagnosis.path, columns, painter)],
    ['Not ruled out', bullets(openTexts(diagnosis.notRuledOut), columns)],
    ['Cannot all be true', bullets(diagnosis.contradictions, columns)],
    ['Missing', bullets(capped(missingTexts(diagnosis.missing, inEnglish)), columns)],
    ['Sources said', bullets(sourceNotes, columns)],
  ]
  const lines = sections.flatMap(([title, body]) => section(title, body, painter))
  return [...cardLines(result, { width: columns, painter, today }), ...lines].join('\n')
}

/** The card alone. */
export function toCardText(result: TriageResult, { width = WIDEST, colour = false, today }: TextOptions = {}): string {
  const columns = Math.min(WIDEST, Math.max(NARROWEST, width))
  return cardLines(result, { width: columns, painter: createPainter(colour), today }).join('\n')
}

/** The first of a long list, and where the others are. */
function capped(texts: readonly string[]): readonly string[] {
  return fewLines(texts, LIST_SHOWN, (more) => english`${andMore(more)}; all are in --format json`)
}

function section(title: string, body: readonly string[], painter: Painter): readonly string[] {
  return body.length === 0 ? [] : ['', painter.bold(title), ...body]
}

function findingLines({ cause, certainty, title, because }: Finding, width: number): readonly string[] {
  return bullets([`${cause} (${certainty}): ${title}${because.length === 0 ? '' : ` ${because.join('; ')}`}`], width)
}

function actionLines(actions: readonly Action[], width: number): readonly string[] {
  return actions.flatMap((action) => [
    ...bullets([actionText(action)], width),
    // A command is for pasting: it is never wrapped.
    ...(action.command === undefined ? [] : [`      ${plain(action.command)}`]),
  ])
}

function bullets(texts: readonly string[], width: number): readonly string[] {
  return texts.flatMap((text) =>
    wrap(plain(text), width - 4).map((line, index) => (index === 0 ? `  - ${line}` : `    ${line}`)),
  )
}

function clientLines({ evidence }: TriageResult, width: number): readonly string[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent') return []
  return [...indent(clientTable(clients, CLIENTS_SHOWN, inEnglish)), ...bullets(clientNotes(clients, inEnglish), width)]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
