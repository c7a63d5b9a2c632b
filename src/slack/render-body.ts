import type { Action } from '../domain/action.ts'
import { ACTION_KINDS } from '../domain/action.ts'
import type { ChangeLine, Diagnosis, Missing, Stage } from '../domain/diagnosis.ts'
import { STAGES } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import type { Block } from '../domain/post.ts'
import type { Measure } from '../domain/reading.ts'
import type { Speak } from '../domain/text.ts'
import { CARD_WORDS, nextSteps, readText } from '../report/card-words.ts'
import { latencyText, tellingChange, whatText } from '../report/change-text.ts'
import { whoText } from '../report/client-text.ts'
import { padEnd, padStart } from '../report/columns.ts'
import { finiteValue } from '../report/finite.ts'
import { showMeasure } from '../report/format.ts'
import { runbookLink } from '../report/runbook-link.ts'
import { STAGE_TITLES, hasGrown, hasStages, unmeasuredTexts } from '../report/stage-line.ts'
import { certaintyText, doubtTexts } from '../report/standing.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { Piece } from './render-blocks.ts'
import { bold, clock, footnote, italic, linked, list, paragraph, preformatted, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

const REASONS_SHOWN = 3
const MISSING_SHOWN = {
  most: 2,
  nameOf: ({ title, reason }: Missing) => EN.body.missing(title, reason),
}
const BAR = 8
const NO_BAR = ' '.repeat(BAR)

/** What a card and an answer have in common: the conclusion, where it is slow, and what to do. */
export function bodyBlocks(result: TriageResult, speak: Speak): readonly Block[] {
  const { diagnosis } = result
  return [
    paragraph([bold(diagnosis.headline.title)], ...reasonLines(diagnosis, speak)),
    ...(hasStages(diagnosis)
      ? [
          preformatted(
            [
              speak(CARD_WORDS.slowWhere),
              ...STAGES.map((stage) => stageLine(diagnosis, stage, speak)),
              ...unmeasuredTexts(diagnosis, speak),
            ],
            speak,
          ),
        ]
      : []),
    ...whoBlocks(result, speak),
    ...changeBlocks(diagnosis, speak),
    ...actionBlocks(diagnosis, speak),
    ...runbookBlocks(result, speak),
    ...openBlocks(diagnosis, speak),
    footnote(readText(result, MISSING_SHOWN, speak)),
  ]
}

function reasonLines({ headline, contributing }: Diagnosis, speak: Speak): readonly (readonly Piece[])[] {
  const reasons = [...headline.because.slice(0, REASONS_SHOWN), ...doubtTexts(headline, speak)].map((why) => [
    say(`• ${why}`),
  ])
  const also = contributing.map(({ title, certainty }) => [
    say(speak(EN.body.also)),
    italic(speak(certaintyText(certainty))),
    say(speak(EN.body.alsoSays(title))),
  ])
  return [...reasons, ...also.slice(0, 2)]
}

/** `queue    ██████░░  5.8 s  was 54 ms` */
export function stageLine({ budget }: Diagnosis, stage: Stage, speak: Speak): string {
  const { now, baseline, growthShare } = budget[stage]
  const bar = hasGrown(budget.e2e) ? growthBar(growthShare) : NO_BAR
  const was = finiteValue(baseline) === null ? '' : ` ${speak(EN.body.was(showMeasure(baseline, 'seconds', speak)))}`
  return `${padEnd(speak(STAGE_TITLES[stage]), 8)}${bar} ${padStart(showMeasure(now, 'seconds', speak), 7)}${was}`
}

/** The stage's part of the growth; no bar where that is unknown, since an empty one would say that nothing grew. */
function growthBar(growthShare: Measure): string {
  const part = finiteValue(growthShare)
  if (part === null) return NO_BAR
  const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR)
  return '█'.repeat(filled) + '░'.repeat(BAR - filled)
}

/** Who sends the load; where nobody was asked, the line says nothing that helps at night. */
function whoBlocks({ evidence }: TriageResult, speak: Speak): readonly Block[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent' && clients.sources.length === 0) return []
  return [paragraph([bold(speak(CARD_WORDS.who)), say(` ${whoText(clients, speak)}`)])]
}

/** The change that latency may have moved with. */
function changeBlocks(diagnosis: Diagnosis, speak: Speak): readonly Block[] {
  const line = tellingChange(diagnosis)
  return line === undefined ? [] : [paragraph(changePieces(line, speak))]
}

/** `Changed 14:01 balancer: least_conn → ip_hash; end-to-end 2.9 s before it, 10.6 s now` */
export function changePieces(line: ChangeLine, speak: Speak): readonly Piece[] {
  const what = `${whatText(line, speak)}${latencyText(line, speak)}`
  return [bold(speak(CARD_WORDS.changed)), say(' '), clock(line.change.at), say(` ${what}`)]
}

function actionBlocks(diagnosis: Diagnosis, speak: Speak): readonly Block[] {
  const { title, steps } = nextSteps(diagnosis)
  return steps.length === 0
    ? []
    : [
        paragraph([bold(speak(title))]),
        list(
          'ordered',
          steps.map((one) => actionPieces(one, speak)),
        ),
      ]
}

/** The headline's page, where the team has said where its runbook is. */
export function runbookBlocks(result: TriageResult, speak: Speak): readonly Block[] {
  const url = runbookLink(result)
  return url === undefined ? [] : [paragraph([linked(speak(EN.body.runbook(result.diagnosis.headline.page)), url)])]
}

export function actionPieces({ text, kind, command }: Action, speak: Speak): readonly Piece[] {
  const typed = command === undefined ? [] : [say(' '), { ...say(command), style: { code: true } }]
  return [say(text), ...typed, italic(` (${speak(ACTION_KINDS[kind])})`)]
}

/** A card never hides what it could not exclude. */
function openBlocks({ headline, notRuledOut }: Diagnosis, speak: Speak): readonly Block[] {
  // Where nothing could be read nothing is ruled out, and the reasons above say so.
  if (headline.certainty !== 'tentative') return []
  const [first, ...others] = notRuledOut
  if (first === undefined) return []
  const more = others.length === 0 ? '' : speak(EN.body.moreInThread(others.length))
  return [paragraph([italic(`${speak(EN.body.notRuledOut(first.cause, first.settleWith))}${more}`)])]
}
