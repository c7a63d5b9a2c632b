import type { SlackMessage } from '../domain/post.ts'
import { elapsed } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { finiteValue } from '../report/finite.ts'
import { formatDuration, showMeasure } from '../report/format.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { bold, footnote, paragraph, preformatted, say } from './render-blocks.ts'
import { escapeText } from './render-escape.ts'
import { instanceLines } from './render-instances.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

const INSTANCES_SHOWN = 12

/** What each instance gets and how full it is, the busiest first. */
export function renderSkew({ diagnosis, evidence }: TriageResult, speak: Speak): SlackMessage {
  const { skew, instances } = diagnosis
  const place = placeText(evidence.scope)
  const window = formatDuration(elapsed(evidence.window.start, evidence.window.end))
  const times = finiteValue(skew.maxOverMean)
  const verdict =
    times === null
      ? speak(EN.skew.unknown(showMeasure(skew.maxOverMean, 'times', speak)))
      : speak(EN.skew.verdict(skew.hot ?? speak(EN.skew.noName), times.toFixed(1)))
  const table = instanceLines(instances, INSTANCES_SHOWN, speak)
  return {
    text: `${escapeText(place, 120)}: ${escapeText(verdict)}`,
    blocks: [
      paragraph([bold(speak(EN.skew.title)), say(` · ${place} · ${speak(EN.latency.window(window))}`)], [say(verdict)]),
      table.length === 0 ? paragraph([say(speak(EN.skew.none))]) : preformatted(table, speak),
      footnote(speak(EN.skew.arrivals)),
    ],
  }
}
