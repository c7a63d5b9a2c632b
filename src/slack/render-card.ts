import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident } from '../domain/incident.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { Recovery } from '../domain/recovery.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { elapsed } from '../domain/time.ts'
import { columnsOf, padEnd } from '../report/columns.ts'
import { formatDuration, showBare, showMeasure } from '../report/format.ts'
import { RECOVERY_ICONS, certaintyWord, iconOf } from '../report/standing.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { Piece } from './render-blocks.ts'
import { bold, clock, footnote, italic, paragraph, preformatted, say } from './render-blocks.ts'
import { concludedButtons, resolvedButtons } from './render-buttons.ts'
import type { Controls } from './render-buttons.ts'
import { bodyBlocks } from './render-body.ts'
import { escapeText } from './render-escape.ts'
import { alertsText } from './render-head.ts'
import { EN } from './strings/en.ts'

/** The card of an incident as it stands at one time. */
export type CardView =
  | { readonly phase: 'reading'; readonly incident: Incident; readonly now: UnixSeconds }
  | {
      readonly phase: 'concluded'
      readonly incident: Incident
      readonly now: UnixSeconds
      readonly result: TriageResult
      readonly controls?: Controls
    }
  | {
      readonly phase: 'resolved'
      readonly incident: Incident
      readonly now: UnixSeconds
      /** What had been concluded; undefined when the alert resolved before anything could be. */
      readonly diagnosis?: Diagnosis
      /** Undefined until it has been read again. */
      readonly recovery?: Recovery
    }

/** One message for each phase of an incident, edited in place from one to the next. */
export function renderCard(view: CardView): SlackMessage {
  switch (view.phase) {
    case 'reading':
      return readingCard(view)
    case 'concluded':
      return concludedCard(view)
    case 'resolved':
      return resolvedCard(view)
    default:
      return view satisfies never
  }
}

/** Where nothing beside whyslow is set up. */
const NONE: Controls = { canSilence: false, links: {} }

function readingCard({ incident, now }: CardView & { readonly phase: 'reading' }): SlackMessage {
  const summary = summaryOf(incident)
  const lines = summary === undefined ? [] : [[say(summary)]]
  return {
    text: `⚪ ${notice(incident)}: ${EN.card.reading}`,
    blocks: [paragraph(headPieces('⚪', incident, { now }), ...lines, [italic(EN.card.reading)])],
  }
}

function concludedCard({
  incident,
  now,
  result,
  controls = NONE,
}: CardView & { readonly phase: 'concluded' }): SlackMessage {
  const { headline } = result.diagnosis
  const icon = iconOf(result.diagnosis)
  const certainty = certaintyWord(headline)
  const word = certainty === '' ? '' : ` (${certainty})`
  return {
    text: `${icon} ${notice(incident)}: ${escapeText(headline.title)}${word}`,
    blocks: [
      paragraph(headPieces(icon, incident, { now, certainty })),
      ...bodyBlocks(result),
      ...concludedButtons(incident.id, result, controls),
    ],
  }
}

function resolvedCard({ incident, diagnosis, recovery }: CardView & { readonly phase: 'resolved' }): SlackMessage {
  const icon = recovery === undefined ? '⚪' : RECOVERY_ICONS[recovery.outcome]
  const lasted = formatDuration(elapsed(incident.startsAt, incident.endsAt ?? incident.startsAt))
  const title = recovery?.title ?? EN.card.readingAgain
  const was = diagnosis === undefined ? [] : [[say(EN.card.was(diagnosis.headline.title))]]
  return {
    text: `${icon} ${EN.card.resolvedAfter(lasted)} · ${notice(incident)}: ${escapeText(title)}`,
    blocks: [
      paragraph(
        [
          say(`${icon} `),
          bold(alertsText(incident)),
          say(` · ${placeOf(incident)} · ${EN.card.resolvedAfter(lasted)}`),
        ],
        [bold(title)],
        ...was,
      ),
      ...(recovery === undefined ? [] : recoveryBlocks(recovery)),
      ...resolvedButtons(incident.id),
    ],
  }
}

/** `waiting 0 → 77 → 0`, and each instance's share at the worst and now. */
function recoveryBlocks({ lines, shares }: Recovery): readonly Block[] {
  const rows = [
    ...lines.map(({ title, unit, before, peak, now }) => ({
      name: title,
      steps: [before, peak, now].map((measure) => showBare(measure, unit)),
    })),
    ...shares.map(({ instance, peak, now }) => ({
      name: instance,
      steps: [peak, now].map((measure) => showMeasure(measure, 'ratio')),
    })),
  ]
  const width = Math.max(0, ...rows.map(({ name }) => columnsOf(name)))
  return [
    preformatted(rows.map(({ name, steps }) => `${padEnd(name, width)} ${steps.join(' → ')}`)),
    footnote(EN.card.recoveryKey),
  ]
}

function headPieces(
  icon: string,
  incident: Incident,
  { now, certainty }: { readonly now: UnixSeconds; readonly certainty?: string },
): readonly Piece[] {
  const age = formatDuration(elapsed(incident.startsAt, now))
  return [
    say(`${icon} `),
    bold(alertsText(incident)),
    say(` · ${placeOf(incident)}${EN.card.since}`),
    clock(incident.startsAt),
    say(` (${age})`),
    ...(certainty === undefined ? [] : [say(EN.card.readAt), clock(now)]),
    ...(certainty === undefined || certainty === '' ? [] : [say(' · '), bold(certainty)]),
  ]
}

function placeOf({ scope }: Incident): string {
  return [scope.cluster, scope.modelName].filter((part) => part !== undefined).join(' / ')
}

/** What a phone shows first. */
function notice(incident: Incident): string {
  return `${escapeText(alertsText(incident), 120)} · ${escapeText(placeOf(incident), 120)}`
}

function summaryOf({ episodes }: Incident): string | undefined {
  const annotations = episodes.map((episode) => episode.annotations['summary'] ?? episode.annotations['description'])
  return annotations.find((text) => text !== undefined && text !== '')
}
