import type { SlackMessage } from '../domain/post.ts'
import { STAGES } from '../domain/diagnosis.ts'
import { finiteValue } from '../report/finite.ts'
import { formatDuration, showCell, showMeasure } from '../report/format.ts'
import { nameOfRow } from '../domain/reading.ts'
import { slowest } from '../report/instance-stages.ts'
import type { InstanceStages } from '../report/instance-stages.ts'
import { CARD_WORDS } from '../report/card-words.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { elapsed } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { STAGE_TITLES, hasStages, unmeasuredTexts } from '../report/stage-line.ts'
import { padEnd, padStart } from '../report/columns.ts'
import { bold, footnote, paragraph, preformatted, say } from './render-blocks.ts'
import { stageLine } from './render-body.ts'
import { escapeText } from './render-escape.ts'
import { narrowTable } from './render-phone.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

const INSTANCES_SHOWN = 10

/** Where the time of a request goes: by stage against what was usual, and by instance. */
export function renderLatency(result: TriageResult, instances: readonly InstanceStages[], speak: Speak): SlackMessage {
  const { diagnosis, evidence } = result
  const place = placeText(evidence.scope)
  const window = formatDuration(elapsed(evidence.window.start, evidence.window.end))
  const { now, baseline } = diagnosis.budget.e2e
  const was = finiteValue(baseline) === null ? '' : ` (${speak(EN.body.was(showMeasure(baseline, 'seconds', speak)))})`
  const whole = speak(
    finiteValue(now) === null ? EN.latency.none : EN.latency.notice(`${showMeasure(now, 'seconds', speak)}${was}`),
  )
  const wholeLine = `${padEnd(speak(STAGE_TITLES.e2e), 16)} ${padStart(showMeasure(now, 'seconds', speak), 7)}${was}`
  return {
    text: `${escapeText(place, 120)}: ${whole}`,
    blocks: [
      paragraph([bold(speak(EN.latency.title)), say(` · ${place} · ${speak(EN.latency.window(window))}`)]),
      hasStages(diagnosis)
        ? preformatted(
            [
              speak(CARD_WORDS.slowWhere),
              ...STAGES.map((stage) => stageLine(diagnosis, stage, speak)),
              ...unmeasuredTexts(diagnosis, speak),
              wholeLine,
            ],
            speak,
          )
        : paragraph([say(speak(EN.latency.none))]),
      ...instanceBlocks(instances, speak),
      footnote(speak(EN.latency.means)),
    ],
  }
}

function instanceBlocks(instances: readonly InstanceStages[], speak: Speak): SlackMessage['blocks'] {
  if (instances.length === 0) return [paragraph([say(speak(EN.latency.noInstances))])]
  const rows = slowest(instances, INSTANCES_SHOWN).map(({ key, queue, prefill, decode, e2e }) => ({
    name: nameOfRow(key),
    cells: [queue, prefill, decode, e2e].map((measure) => showCell(measure, 'seconds', speak)),
  }))
  const titles = [STAGE_TITLES.queue, STAGE_TITLES.prefill, STAGE_TITLES.decode, EN.latency.whole].map(speak)
  const more = instances.length > rows.length ? [speak(EN.details.more(instances.length - rows.length))] : []
  return [paragraph([bold(speak(EN.latency.byInstance))]), preformatted([...narrowTable(titles, rows), ...more], speak)]
}
