import type { SlackMessage } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { certaintyWord, iconOf } from '../report/standing.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { bold, paragraph, say } from './render-blocks.ts'
import { bodyBlocks } from './render-body.ts'
import { escapeText } from './render-escape.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

/** The answer to a person who asked why it is slow. */
export function renderAnswer(result: TriageResult, speak: Speak): SlackMessage {
  const { diagnosis, evidence } = result
  const { scope } = evidence
  const icon = iconOf(diagnosis)
  const certainty = certaintyWord(diagnosis.headline, speak)
  const place = placeText(scope)
  return {
    text: `${icon} ${escapeText(place, 120)}: ${escapeText(diagnosis.headline.title)}`,
    blocks: [
      paragraph([
        say(`${icon} `),
        bold(place),
        say(speak(EN.answer.now)),
        ...(certainty === '' ? [] : [say(' · '), bold(certainty)]),
      ]),
      ...bodyBlocks(result, speak),
    ],
  }
}

/** A line that is only told, such as help or a mistake in a command. */
export function renderLine(text: string): SlackMessage {
  return { text: escapeText(text, 2000) || ' ', blocks: [paragraph(...text.split('\n').map((line) => [say(line)]))] }
}
