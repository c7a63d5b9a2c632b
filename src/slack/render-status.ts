import type { Diagnosis } from '../domain/diagnosis.ts'
import type { SourceReport } from '../domain/evidence.ts'
import type { Incident } from '../domain/incident.ts'
import type { FeedbackCount } from '../domain/handling.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { elapsed } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { kept } from '../domain/text.ts'
import { formatDuration } from '../report/format.ts'
import { iconOf } from '../report/standing.ts'
import type { Piece } from './render-blocks.ts'
import { bold, list, paragraph, say } from './render-blocks.ts'
import { clip } from './render-escape.ts'
import { alertsText } from './render-head.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

export interface OpenIncident {
  readonly incident: Incident
  /** What its last triage concluded; undefined while it is read for the first time. */
  readonly diagnosis?: Diagnosis
}

export interface SourceLine {
  readonly cluster: string
  readonly report: SourceReport
  readonly up?: number
}

export interface StatusView {
  readonly open: readonly OpenIncident[]
  /** How many more are open. */
  readonly hidden: number
  readonly sources: readonly SourceLine[]
  readonly feedback: readonly FeedbackCount[]
  readonly now: UnixSeconds
}

const SOURCES_SHOWN = 15
const FEEDBACK_SHOWN = 8
const NAME_LENGTH = 60
const TITLE_LENGTH = 240
const NOTE_LENGTH = 160

/** One line an incident, one line a source. */
export function renderStatus({ open, hidden, sources, feedback, now }: StatusView, speak: Speak): SlackMessage {
  const failed = sources.filter(({ report }) => report.status === 'failed').length
  const shown = sources.slice(0, SOURCES_SHOWN).map((one) => sourceLine(one, speak))
  const unseen = sources.length - shown.length
  return {
    text: speak(EN.status.notice(open.length + hidden, failed)),
    blocks: [
      paragraph([bold(speak(EN.status.open(open.length + hidden)))]),
      ...(open.length === 0
        ? []
        : [list('bullet', [...open.map((one) => incidentLine(one, now, speak)), ...moreLine(hidden, speak)])]),
      paragraph([bold(speak(EN.status.sources))]),
      ...(shown.length === 0 ? [] : [list('bullet', [...shown, ...moreLine(unseen, speak)])]),
      ...feedbackBlocks(feedback, speak),
    ],
  }
}

function feedbackBlocks(feedback: readonly FeedbackCount[], speak: Speak): readonly Block[] {
  if (feedback.length === 0) return []
  const shown = feedback
    .slice(0, FEEDBACK_SHOWN)
    .map(({ cause, useful, wrong }) => [say(speak(EN.status.said(cause, useful, wrong)))])
  return [
    paragraph([bold(speak(EN.status.feedback))]),
    list('bullet', [...shown, ...moreLine(feedback.length - shown.length, speak)]),
  ]
}

function incidentLine({ incident, diagnosis }: OpenIncident, now: UnixSeconds, speak: Speak): readonly Piece[] {
  const icon = diagnosis === undefined ? '⚪' : iconOf(diagnosis)
  const age = formatDuration(elapsed(incident.startsAt, now))
  const title = diagnosis?.headline.title ?? speak(EN.card.reading)
  const place = clip(placeText(incident.scope), NAME_LENGTH)
  return [
    say(`${icon} `),
    bold(clip(alertsText(incident, speak), NAME_LENGTH)),
    say(` · ${place} · ${age}: ${clip(title, TITLE_LENGTH)}`),
  ]
}

function sourceLine({ cluster, report, up }: SourceLine, speak: Speak): readonly Piece[] {
  const [note] = report.notes
  const count = up === undefined ? '' : ` · ${speak(EN.status.up(up))}`
  const why = note === undefined || report.status === 'ok' ? '' : `: ${clip(speak(kept(note)), NOTE_LENGTH)}`
  return [
    bold(clip(cluster, NAME_LENGTH)),
    say(` · ${clip(report.source, NAME_LENGTH)} ${speak(EN.status.states[report.status])}${count}${why}`),
  ]
}

function moreLine(count: number, speak: Speak): readonly (readonly Piece[])[] {
  return count > 0 ? [[say(speak(EN.details.more(count)))]] : []
}
