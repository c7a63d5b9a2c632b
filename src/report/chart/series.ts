import type { History, Track } from '../../domain/history.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import { CALM, CHANGE, type Element, HOT, PALE_INK, TROUBLE } from './look.ts'
import type { Marks } from './marks.ts'
import type { Panel } from './panels.ts'

export interface PanelPlace {
  readonly index: number
  readonly isFirst: boolean
  readonly time: { readonly first: UnixSeconds; readonly last: UnixSeconds }
}

export interface Shown {
  readonly history: History
  readonly marks: Marks
}

/** A panel's lines; the first carries the marks. */
export function seriesOf(panel: Panel, place: PanelPlace, { history, marks }: Shown): readonly Element[] {
  return panel.drawn.map((one, index) => ({
    type: 'line',
    // Names are ours, so that none of the outside means anything to who draws them.
    name: `${place.index}.${index}`,
    xAxisIndex: place.index,
    yAxisIndex: place.index,
    silent: true,
    z: panel.drawn.length - index + 2,
    symbol: 'none',
    connectNulls: false,
    ...(one.isStacked && { stack: 'stages', areaStyle: { opacity: 0.85 } }),
    color: one.colour,
    lineStyle: { width: one.width, color: one.colour, type: one.isDashed ? 'dashed' : 'solid' },
    // What lies before the axis would still count for the height of the other.
    data: history.times.flatMap((at, step) => (at < place.time.first ? [] : [pointOf(one.track, step, at * 1000)])),
    ...(index === 0 && markedBy(panel, marks, place)),
  }))
}

/** A number alone between two gaps would be a line of no length: it gets a dot. */
function pointOf(track: Track, step: number, at: number) {
  const exact = track[step]
  // What the library takes for a gap.
  if (exact === undefined) return [at, '-']
  const value = drawable(exact)
  const isAlone = track[step - 1] === undefined && track[step + 1] === undefined
  return isAlone ? { value: [at, value], symbol: 'circle', symbolSize: 10 } : [at, value]
}

/** Less than a millionth is seen by nobody, and an axis of such numbers has no ticks. */
function drawable(value: number): number {
  return Number(value.toFixed(6))
}

function markedBy({ usual }: Panel, { onset, end, changes, since }: Marks, { time }: PanelPlace) {
  const lines = [
    ...(usual === undefined ? [] : [{ yAxis: drawable(usual), lineStyle: line(PALE_INK, 3, 'dashed') }]),
    ...changes.map(({ at }) => ({ xAxis: at * 1000, lineStyle: line(CHANGE, 4, 'solid') })),
    ...(onset === undefined
      ? []
      : [{ xAxis: onset.at * 1000, lineStyle: line(onset.isPaged ? HOT : PALE_INK, 4, 'solid') }]),
    ...(end === undefined ? [] : [{ xAxis: end.at * 1000, lineStyle: line(CALM[1], 4, 'solid') }]),
  ]
  return {
    markLine: { silent: true, symbol: 'none', label: { show: false }, data: lines },
    markArea: {
      silent: true,
      itemStyle: { color: TROUBLE },
      data: [[{ xAxis: Math.max(since, time.first) * 1000 }, { xAxis: (end?.at ?? time.last) * 1000 }]],
    },
  }
}

function line(color: string, width: number, type: 'solid' | 'dashed') {
  return { color, width, type }
}
