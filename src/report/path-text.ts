import type { Answer, UsedReading, Verdict } from '../domain/diagnosis.ts'
import type { Speak } from '../domain/text.ts'
import { andMore, english, inEnglish, say } from '../domain/text.ts'
import { wrap } from './columns.ts'
import { showMeasure, showRow } from './format.ts'
import { certaintyText } from './standing.ts'
import type { Painter } from './painter.ts'
import { plain } from './plain-text.ts'

export const ANSWER_MARKS: Readonly<Record<Answer, string>> = { yes: '✓', no: '✗', unknown: '?' }

/** A yes and an unknown are what the conclusion stands on; of a no the nearest miss is enough. The JSON has every reading. */
const READINGS_SHOWN: Readonly<Record<Answer, number>> = { yes: 4, no: 1, unknown: 3 }

/** The questions that concern the fleet: what asks of a feature that it does without is passed over. */
export function asked(path: readonly Verdict[]): readonly Verdict[] {
  return path.filter(({ isWithout }) => isWithout !== true)
}

/** A question of which nothing was read says only that it could not be asked. */
export function isBlank({ answer, readings }: Verdict): boolean {
  return answer === 'unknown' && readings.every(({ now }) => now.status === 'absent')
}

/** The question as it is shown, with how sure a finding is that is not firm. */
export function askText({ ask, certainty }: Verdict, speak: Speak): string {
  return certainty === 'tentative' ? speak(say`${plain(ask)} (${certaintyText(certainty)})`) : plain(ask)
}

/** Instead of how many questions there were. */
export const NONE_ANSWERED = say`no question could be answered: nothing was read that would`

/** Every question asked, its answer, and the numbers it rests on; those that nothing was read for are counted. */
export function pathLines(path: readonly Verdict[], width: number, painter: Painter): readonly string[] {
  const blank = asked(path).filter(isBlank)
  const lines = asked(path)
    .filter((verdict) => !isBlank(verdict))
    .flatMap((verdict) => verdictLines(verdict, width, painter))
  const questions = blank.length === 1 ? say`question` : say`questions`
  const unasked = english`${blank.length} ${questions} more: nothing was read that would answer`
  if (blank.length === 0) return lines
  const said = blank.length === asked(path).length ? inEnglish(NONE_ANSWERED) : unasked
  return [...lines, `  ${paintAnswer('unknown', painter)} ${said}`]
}

function verdictLines(verdict: Verdict, width: number, painter: Painter): readonly string[] {
  const { answer, readings } = verdict
  const question = wrap(askText(verdict, inEnglish), width - 4).map((line, index) =>
    index === 0 ? `  ${paintAnswer(answer, painter)} ${line}` : `    ${line}`,
  )
  const telling = answer === 'no' ? readings.filter(({ now }) => now.status === 'present') : readings
  const texts = [...new Set(telling.map((reading) => readingText(reading, inEnglish)))]
  const most = READINGS_SHOWN[answer]
  const shown = texts.slice(0, most).flatMap((text) => wrap(text, width - 6))
  const more = answer !== 'no' && texts.length > most ? [inEnglish(andMore(texts.length - most))] : []
  return [...question, ...[...shown, ...more].map((line) => painter.dim(`      ${line}`))]
}

/** `requests waiting, mean: 41 requests (was 0 requests), test > 0, at 10.0.1.22:8000` */
export function readingText({ title, row, now, baseline, unit, threshold }: UsedReading, speak: Speak): string {
  const was = baseline === undefined ? '' : say` (was ${showMeasure(baseline, unit, speak)})`
  const test = threshold === '' ? '' : say`, test ${plain(threshold)}`
  const where = row === undefined ? '' : say`, at ${showRow(row)}`
  return speak(say`${plain(title)}: ${showMeasure(now, unit, speak)}${was}${test}${where}`)
}

function paintAnswer(answer: Answer, painter: Painter): string {
  const mark = ANSWER_MARKS[answer]
  switch (answer) {
    case 'yes':
      return painter.green(mark)
    case 'no':
      return painter.dim(mark)
    case 'unknown':
      return painter.yellow(mark)
    default:
      return answer satisfies never
  }
}
