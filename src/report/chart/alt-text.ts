import type { History, Track } from '../../domain/history.ts'
import { type UnixSeconds, unixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { formatClock } from '../format.ts'
import type { Charted } from './charted.ts'
import { clean, label } from './label.ts'
import { marksOf } from './marks.ts'
import { meanIn } from './means.ts'
import { type Drawn, type Panel, panelsOf } from './panels.ts'
import { topInstances } from './top-instances.ts'

/** What a chart says of when, in one line. */
export function chartSpan(charted: Charted, history: History): string {
  const { drawnFrom } = marksOf(charted, history.times)
  return `${formatClock(drawnFrom)}–${formatClock(lastOf(history))} UTC`
}

/** What a chart shows, for who does not see it: what was concluded, and each line's numbers. */
export function chartAltText(charted: Charted, history: History): string {
  const { evidence, diagnosis, endsAt } = charted
  const { cluster, modelName } = evidence.scope
  const before = evidence.baselines.find(({ name }) => name === 'hour_before')
  const marks = marksOf(charted, history.times)
  const trouble = { start: marks.since, end: endsAt ?? lastOf(history) }
  const panels = panelsOf(history, topInstances(history, evidence.window), before)
  const whose = [cluster, modelName].flatMap((name) => (name === undefined ? [] : label(name, 24))).join(' · ')
  const seen = [
    ...(marks.onset === undefined ? [] : [marks.onset.text]),
    ...(marks.end === undefined ? [] : [marks.end.text]),
    ...marks.changes.map(({ text }) => text),
  ]
  return [
    `${whose}, ${chartSpan(charted, history)}. ${clean(diagnosis.headline.title)}`,
    ...panels.map((panel) => panelText(panel, { history, trouble, before })),
    ...(seen.length === 0 ? [] : [`Marked: ${seen.join('; ')}.`]),
  ].join('\n')
}

interface Times {
  readonly history: History
  readonly trouble: Window
  readonly before: Window | undefined
}

function panelText({ title, drawn, format }: Panel, times: Times): string {
  const { history, trouble, before } = times
  const numbers = (track: Track, window: Window | undefined): string | undefined => {
    const mean = window === undefined ? undefined : meanIn(track, history.times, window)
    return mean === undefined ? undefined : format(Number(mean.toPrecision(3)))
  }
  const lines = drawn.flatMap(({ label: name, track }: Drawn) => {
    const during = numbers(track, trouble)
    const usual = numbers(track, before)
    if (during === undefined) return []
    return [`${name} ${during}${usual === undefined ? '' : ` (hour before ${usual})`}`]
  })
  return `${title}: ${lines.length === 0 ? 'not read' : lines.join(', ')}.`
}

function lastOf({ times }: History): UnixSeconds {
  return times.at(-1) ?? unixSeconds(0)
}
