import type { SlackMessage } from '../domain/post.ts'
import { elapsed } from '../domain/time.ts'
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
export function renderSkew({ diagnosis, evidence }: TriageResult): SlackMessage {
  const { skew, instances } = diagnosis
  const place = placeText(evidence.scope)
  const window = formatDuration(elapsed(evidence.window.start, evidence.window.end))
  const times = finiteValue(skew.maxOverMean)
  const verdict =
    times === null
      ? EN.skew.unknown(showMeasure(skew.maxOverMean, ''))
      : EN.skew.verdict(skew.hot ?? EN.skew.noName, times.toFixed(1))
  const table = instanceLines(instances, INSTANCES_SHOWN)
  return {
    text: `${escapeText(place, 120)}: ${escapeText(verdict)}`,
    blocks: [
      paragraph([bold(EN.skew.title), say(` · ${place} · ${EN.latency.window(window)}`)], [say(verdict)]),
      table.length === 0 ? paragraph([say(EN.skew.none)]) : preformatted(table),
      footnote(EN.skew.arrivals),
    ],
  }
}
