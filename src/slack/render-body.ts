import type { Action } from '../domain/action.ts'
import type { Diagnosis, Stage } from '../domain/diagnosis.ts'
import { STAGES } from '../domain/diagnosis.ts'
import type { Block } from '../domain/post.ts'
import type { Measure } from '../domain/reading.ts'
import { padEnd, padStart } from '../report/columns.ts'
import { finiteValue } from '../report/finite.ts'
import { showMeasure, showReason } from '../report/format.ts'
import { STAGE_TITLES, hasStages } from '../report/stage-line.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { Piece } from './render-blocks.ts'
import { bold, footnote, italic, list, paragraph, preformatted, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

const REASONS_SHOWN = 3
const ACTIONS_SHOWN = 3
const MISSING_SHOWN = 2
const BAR = 8

/** What a card and an answer have in common: the conclusion, where it is slow, and what to do. */
export function bodyBlocks(result: TriageResult): readonly Block[] {
  const { diagnosis } = result
  return [
    paragraph([bold(diagnosis.headline.title)], ...reasonLines(diagnosis)),
    ...(hasStages(diagnosis)
      ? [preformatted([EN.body.slowWhere, ...STAGES.map((stage) => stageLine(diagnosis, stage))])]
      : []),
    ...actionBlocks(diagnosis),
    ...openBlocks(diagnosis),
    footnote(footText(result)),
  ]
}

function reasonLines({ headline, contributing }: Diagnosis): readonly (readonly Piece[])[] {
  const reasons = headline.because.slice(0, REASONS_SHOWN).map((reason) => [say(`• ${reason}`)])
  const also = contributing.map(({ title, certainty }) => [say(EN.body.also), italic(certainty), say(`: ${title}`)])
  return [...reasons, ...also.slice(0, 2)]
}

/** `queue    ██████░░  5.8 s  was 54 ms` */
function stageLine({ budget }: Diagnosis, stage: Stage): string {
  const { now, baseline, growthShare } = budget[stage]
  const was = finiteValue(baseline) === null ? '' : ` ${EN.body.was(showMeasure(baseline, 'seconds'))}`
  return `${padEnd(STAGE_TITLES[stage], 8)}${growthBar(growthShare)} ${padStart(showMeasure(now, 'seconds'), 7)}${was}`
}

/** The stage's part of the growth; no bar where that is unknown, since an empty one would say that nothing grew. */
function growthBar(growthShare: Measure): string {
  const part = finiteValue(growthShare)
  if (part === null) return ' '.repeat(BAR)
  const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR)
  return '█'.repeat(filled) + '░'.repeat(BAR - filled)
}

function actionBlocks({ actions }: Diagnosis): readonly Block[] {
  const [title, steps] = actions.now.length > 0 ? [EN.body.doNow, actions.now] : [EN.body.doToday, actions.today]
  if (steps.length === 0) return []
  return [paragraph([bold(title)]), list('ordered', steps.slice(0, ACTIONS_SHOWN).map(actionPieces))]
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

function footText({ evidence, diagnosis, tookMs, queries }: TriageResult): string {
  const read = Object.values(evidence.readings).filter(({ status }) => status === 'present').length
  const { missing } = diagnosis
  const named = missing.slice(0, MISSING_SHOWN).map(({ title, reason }) => `${title} (${showReason(reason)})`)
  const more = missing.length > MISSING_SHOWN ? ', …' : ''
  const gone =
    missing.length === 0 ? EN.body.noneMissing : EN.body.missing(missing.length, `${named.join(', ')}${more}`)
  return `${EN.body.signalsRead(read)}, ${gone} · ${EN.body.queries(queries, Math.round(tookMs))}`
}
