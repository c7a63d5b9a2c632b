import type { Checkup } from '../domain/checkup.ts'
import type { SlackMessage } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { bold, footnote, list, paragraph, preformatted, say } from './render-blocks.ts'
import { clip, escapeText } from './render-escape.ts'
import { EN } from './strings/en.ts'

const FINDINGS_SHOWN = 8
const FINDING_LENGTH = 400
const PASTE_SHOWN = 20

/** Where the path of the metrics breaks, and what to mend first. */
export function renderCheckup({ cluster, standing, findings, mend, signals }: Checkup, speak: Speak): SlackMessage {
  const verdict = speak(EN.checkup.verdicts[standing])
  const shown = findings.slice(0, FINDINGS_SHOWN)
  const more = findings.length - shown.length
  const marks = { broken: '✗', unknown: '?' } as const
  const lines = shown.map(({ id, status, says }) => [
    say(`${marks[status]} `),
    bold(clip(id, 60)),
    say(`: ${clip(says, FINDING_LENGTH)}`),
  ])
  return {
    text: `${escapeText(cluster, 120)}: ${verdict}`,
    blocks: [
      paragraph([bold(speak(EN.checkup.title)), say(` · ${cluster}`)], [say(verdict)]),
      ...(lines.length === 0
        ? []
        : [list('bullet', [...lines, ...(more > 0 ? [[say(speak(EN.details.more(more)))]] : [])])]),
      ...(mend === undefined ? [] : [paragraph([bold(speak(EN.checkup.mend))], [say(mend.text)])]),
      ...(mend === undefined || mend.paste.length === 0 ? [] : [preformatted(mend.paste.slice(0, PASTE_SHOWN), speak)]),
      footnote(speak(EN.checkup.signals(signals.available, signals.all))),
    ],
  }
}
