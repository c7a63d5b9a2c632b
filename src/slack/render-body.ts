import type { Action } from '../domain/action.ts'
import type { ChangeLine, Diagnosis, Missing, Stage } from '../domain/diagnosis.ts'
import { STAGES } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import type { Block } from '../domain/post.ts'
import type { Measure } from '../domain/reading.ts'
import { CARD_WORDS, nextSteps, readText } from '../report/card-words.ts'
import { latencyText, tellingChange, whatText } from '../report/change-text.ts'
import { whoText } from '../report/client-text.ts'
import { padEnd, padStart } from '../report/columns.ts'
import { finiteValue } from '../report/finite.ts'
import { showMeasure, showReason } from '../report/format.ts'
import { runbookLink } from '../report/runbook-link.ts'
import { STAGE_TITLES, hasGrown, hasStages } from '../report/stage-line.ts'
import { doubtTexts } from '../report/standing.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { Piece } from './render-blocks.ts'
import { bold, clock, footnote, italic, linked, list, paragraph, preformatted, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

const REASONS_SHOWN = 3
const MISSING_SHOWN = {
  most: 2,
  nameOf: ({ title, reason }: Missing) => `${title} (${showReason(reason)})`,
}
const BAR = 8
const NO_BAR = ' '.repeat(BAR)

/** What a card and an answer have in common: the conclusion, where it is slow, and what to do. */
export function bodyBlocks(result: TriageResult): readonly Block[] {
  const { diagnosis } = result
  return [
    paragraph([bold(diagnosis.headline.title)], ...reasonLines(diagnosis)),
    ...(hasStages(diagnosis)
      ? [preformatted([CARD_WORDS.slowWhere, ...STAGES.map((stage) => stageLine(diagnosis, stage))])]
      : []),
    ...whoBlocks(result),
    ...changeBlocks(diagnosis),
    ...actionBlocks(diagnosis),
    ...runbookBlocks(result),
    ...openBlocks(diagnosis),
    footnote(readText(result, MISSING_SHOWN)),
  ]
}

function reasonLines({ headline, contributing }: Diagnosis): readonly (readonly Piece[])[] {
  const reasons = [...headline.because.slice(0, REASONS_SHOWN), ...doubtTexts(headline)].map((why) => [say(`• ${why}`)])
  const also = contributing.map(({ title, certainty }) => [say(EN.body.also), italic(certainty), say(`: ${title}`)])
  return [...reasons, ...also.slice(0, 2)]
}

/** `queue    ██████░░  5.8 s  was 54 ms` */
export function stageLine({ budget }: Diagnosis, stage: Stage): string {
  const { now, baseline, growthShare } = budget[stage]
  const bar = hasGrown(budget.e2e) ? growthBar(growthShare) : NO_BAR
  const was = finiteValue(baseline) === null ? '' : ` ${EN.body.was(showMeasure(baseline, 'seconds'))}`
  return `${padEnd(STAGE_TITLES[stage], 8)}${bar} ${padStart(showMeasure(now, 'seconds'), 7)}${was}`
}

/** The stage's part of the growth; no bar where that is unknown, since an empty one would say that nothing grew. */
function growthBar(growthShare: Measure): string {
  const part = finiteValue(growthShare)
  if (part === null) return NO_BAR
  const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR)
  return '█'.repeat(filled) + '░'.repeat(BAR - filled)
}

/** Who sends the load; where nobody was asked, the line says nothing that helps at night. */
function whoBlocks({ evidence }: TriageResult): readonly Block[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent' && clients.sources.length === 0) return []
  return [paragraph([bold(CARD_WORDS.who), say(` ${whoText(clients)}`)])]
}

/** The change that latency may have moved with. */
function changeBlocks(diagnosis: Diagnosis): readonly Block[] {
  const line = tellingChange(diagnosis)
  return line === undefined ? [] : [paragraph(changePieces(line))]
}

/** `Changed 14:01 balancer: least_conn → ip_hash; end-to-end 2.9 s before it, 10.6 s now` */
export function changePieces(line: ChangeLine): readonly Piece[] {
  const what = `${whatText(line)}${latencyText(line)}`
  return [bold(CARD_WORDS.changed), say(' '), clock(line.change.at), say(` ${what}`)]
}

function actionBlocks(diagnosis: Diagnosis): readonly Block[] {
  const { title, steps } = nextSteps(diagnosis)
  return steps.length === 0 ? [] : [paragraph([bold(title)]), list('ordered', steps.map(actionPieces))]
}

/** The headline's page, where the team has said where its runbook is. */
export function runbookBlocks(result: TriageResult): readonly Block[] {
  const url = runbookLink(result)
  return url === undefined ? [] : [paragraph([linked(EN.body.runbook(result.diagnosis.headline.page), url)])]
}

export function actionPieces({ text, kind, command }: Action): readonly Piece[] {
  const typed = command === undefined ? [] : [say(' '), { ...say(command), style: { code: true } }]
  return [say(text), ...typed, italic(` (${kind})`)]
}

/** A card never hides what it could not exclude. */
function openBlocks({ headline, notRuledOut }: Diagnosis): readonly Block[] {
  // Where nothing could be read nothing is ruled out, and the reasons above say so.
  if (headline.certainty !== 'tentative') return []
  const [first, ...others] = notRuledOut
  if (first === undefined) return []
  const more = others.length === 0 ? '' : EN.body.moreInThread(others.length)
  return [paragraph([italic(`${EN.body.notRuledOut(first.cause, first.settleWith)}${more}`)])]
}
