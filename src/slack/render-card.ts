import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident } from '../domain/incident.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { Recovery } from '../domain/recovery.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { elapsed } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
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
export function renderCard(view: CardView, speak: Speak): SlackMessage {
  switch (view.phase) {
    case 'reading':
      return readingCard(view, speak)
    case 'concluded':
      return concludedCard(view, speak)
    case 'resolved':
      return resolvedCard(view, speak)
    default:
      return view satisfies never
  }
}

/** Where nothing beside whyslow is set up. */
const NONE: Controls = { canSilence: false, links: {} }

function readingCard({ incident, now }: CardView & { readonly phase: 'reading' }, speak: Speak): SlackMessage {
  const summary = summaryOf(incident)
  const lines = summary === undefined ? [] : [[say(summary)]]
  return {
    text: `⚪ ${notice(incident, speak)}: ${speak(EN.card.reading)}`,
    blocks: [paragraph(headPieces('⚪', incident, { now, speak }), ...lines, [italic(speak(EN.card.reading))])],
  }
}

function concludedCard(
  { incident, now, result, controls = NONE }: CardView & { readonly phase: 'concluded' },
  speak: Speak,
): SlackMessage {
  const { headline } = result.diagnosis
  const icon = iconOf(result.diagnosis)
  const certainty = certaintyWord(headline, speak)
  const word = certainty === '' ? '' : ` (${certainty})`
  return {
    text: `${icon} ${notice(incident, speak)}: ${escapeText(headline.title)}${word}`,
    blocks: [
      paragraph(headPieces(icon, incident, { now, certainty, speak })),
      ...bodyBlocks(result, speak),
      ...concludedButtons(incident.id, result, { ...controls, speak }),
    ],
  }
}

function resolvedCard(
  { incident, diagnosis, recovery }: CardView & { readonly phase: 'resolved' },
  speak: Speak,
): SlackMessage {
  const icon = recovery === undefined ? '⚪' : RECOVERY_ICONS[recovery.outcome]
  const lasted = formatDuration(elapsed(incident.startsAt, incident.endsAt ?? incident.startsAt))
  const title = recovery?.title ?? speak(EN.card.readingAgain)
  const was = diagnosis === undefined ? [] : [[say(speak(EN.card.was(diagnosis.headline.title)))]]
  return {
    text: `${icon} ${speak(EN.card.resolvedAfter(lasted))} · ${notice(incident, speak)}: ${escapeText(title)}`,
    blocks: [
      paragraph(
        [
          say(`${icon} `),
          bold(alertsText(incident, speak)),
          say(` · ${placeOf(incident)} · ${speak(EN.card.resolvedAfter(lasted))}`),
        ],
        [bold(title)],
        ...was,
      ),
      ...(recovery === undefined ? [] : recoveryBlocks(recovery, speak)),
      ...resolvedButtons(incident.id, speak),
    ],
  }
}

/** `waiting 0 → 77 → 0`, and each instance's share at the worst and now. */
function recoveryBlocks({ lines, shares }: Recovery, speak: Speak): readonly Block[] {
  const rows = [
    ...lines.map(({ title, unit, before, peak, now }) => ({
      name: title,
      steps: [before, peak, now].map((measure) => showBare(measure, unit, speak)),
    })),
    ...shares.map(({ instance, peak, now }) => ({
      name: instance,
      steps: [peak, now].map((measure) => showMeasure(measure, 'ratio', speak)),
    })),
  ]
  const width = Math.max(0, ...rows.map(({ name }) => columnsOf(name)))
  return [
    preformatted(
      rows.map(({ name, steps }) => `${padEnd(name, width)} ${steps.join(' → ')}`),
      speak,
    ),
    footnote(speak(EN.card.recoveryKey)),
  ]
}

function headPieces(
  icon: string,
  incident: Incident,
  { now, certainty, speak }: { readonly now: UnixSeconds; readonly certainty?: string; readonly speak: Speak },
): readonly Piece[] {
  const age = formatDuration(elapsed(incident.startsAt, now))
  return [
    say(`${icon} `),
    bold(alertsText(incident, speak)),
    say(` · ${placeOf(incident)}${speak(EN.card.since)}`),
    clock(incident.startsAt),
    say(` (${age})`),
    ...(certainty === undefined ? [] : [say(speak(EN.card.readAt)), clock(now)]),
    ...(certainty === undefined || certainty === '' ? [] : [say(' · '), bold(certainty)]),
  ]
}

function placeOf({ scope }: Incident): string {
  return [scope.cluster, scope.modelName].filter((part) => part !== undefined).join(' / ')
}

/** What a phone shows first. */
function notice(incident: Incident, speak: Speak): string {
  return `${escapeText(alertsText(incident, speak), 120)} · ${escapeText(placeOf(incident), 120)}`
}

function summaryOf({ episodes }: Incident): string | undefined {
  const annotations = episodes.map((episode) => episode.annotations['summary'] ?? episode.annotations['description'])
  return annotations.find((text) => text !== undefined && text !== '')
}
