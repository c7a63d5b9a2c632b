import type { EChartsCoreOption } from 'echarts/core'
import { type History, isEmpty } from '../../domain/history.ts'
import { wrap } from '../columns.ts'
import { formatClock } from '../format.ts'
import type { Charted } from './charted.ts'
import { clean, label } from './label.ts'
import { legendAt, legendHeight } from './legend.ts'
import { CALM, CHANGE, FONT, HOT, INK, LINE, PALE_INK, PAPER, RULE, TEXT, TITLE, WIDTH } from './look.ts'
import { type Marks, marksOf } from './marks.ts'
import { type Panel, panelsOf } from './panels.ts'
import { type PanelPlace, seriesOf } from './series.ts'
import { alignAt, sampleAt, textAt } from './texts.ts'
import type { TimeSpan } from './time-ticks.ts'
import { tickText, timeTicks } from './time-ticks.ts'
import { topInstances } from './top-instances.ts'

const EDGE = 32
const LEFT = 116
const PLOT_WIDTH = WIDTH - LEFT - EDGE
const PLOT = 260
const ABOVE = 66
const TICKS = 56
const STAGE_COLUMNS = 4
const INSTANCE_COLUMNS = 3
/** Of the conclusion: so many lines, of so many letters. */
const CONCLUSION = { most: 4, width: 70 }

export interface DrawnChart {
  readonly option: EChartsCoreOption
  readonly height: number
}

/** The chart as its drawing library wants it told: each text and plot has its place, from the top down. */
export function chartOption(result: Charted, history: History): DrawnChart {
  const { window, baselines } = result.evidence
  const before = baselines.find(({ name }) => name === 'hour_before')
  const panels = panelsOf(history, topInstances(history, window), before)
  const marks = marksOf(result, history.times)
  const time = { first: marks.drawnFrom, last: history.times.at(-1) ?? window.end }
  const head = headOf(result, time)
  const legendTop = head.bottom + LINE
  const signsTop = legendTop + LINE + 4
  const tops = panels.map((_, index) => signsTop + signRows(marks) * LINE + 4 + index * (PLOT + ABOVE))
  const below = (tops.at(-1) ?? 0) + PLOT + TICKS
  const instances = panels[1]?.drawn ?? []
  const keyTop = below + legendHeight(instances, INSTANCE_COLUMNS) + 8
  const key = keyOf(marks, panels)
  const places = panels.map((_, index): PanelPlace => ({ index, isFirst: index === 0, time }))
  const width = WIDTH - 2 * EDGE
  const option = {
    animation: false,
    backgroundColor: PAPER,
    textStyle: { fontFamily: FONT, color: INK },
    graphic: [
      ...head.texts,
      ...panels.map((panel, index) => titleOf(panel, index === 0 ? head.bottom : (tops[index] ?? 0) - 46)),
      ...legendAt(panels[0]?.drawn ?? [], { left: EDGE, top: legendTop, columns: STAGE_COLUMNS, width }),
      ...signsOf(marks, { top: signsTop, time }),
      ...legendAt(instances, { left: EDGE, top: below, columns: INSTANCE_COLUMNS, width }),
      ...key.flatMap((one, index) => keyLine(one, keyTop + index * LINE)),
    ],
    grid: tops.map((top) => ({ left: LEFT, width: PLOT_WIDTH, top, height: PLOT })),
    xAxis: panels.map((_, index) => timeAxis(index, index === panels.length - 1, time)),
    yAxis: panels.map(({ format }, index) => ({
      type: 'value',
      gridIndex: index,
      min: 0,
      splitNumber: 3,
      axisLabel: { fontSize: TEXT, color: PALE_INK, formatter: format },
      splitLine: { lineStyle: { color: RULE, width: 2 } },
    })),
    series: panels.flatMap((panel, index) =>
      places[index] === undefined ? [] : seriesOf(panel, places[index], { history, marks }),
    ),
  }
  return { option, height: keyTop + key.length * LINE + 12 }
}

/** Whose chart it is and what was concluded: a picture is passed on without the words it came with. */
function headOf({ evidence, diagnosis }: Charted, { first, last }: TimeSpan) {
  const { cluster, modelName } = evidence.scope
  const names = [cluster, modelName].flatMap((name) => (name === undefined ? [] : label(name, 24)))
  const title = [...names, `${formatClock(first)}–${formatClock(last)} UTC`].join(' · ')
  const { title: said, certainty } = diagnosis.headline
  const whole = wrap(`${certainty === 'tentative' ? 'Perhaps: ' : ''}${clean(said)}`, CONCLUSION.width)
  const isCut = whole.length > CONCLUSION.most
  const lines = whole
    .slice(0, CONCLUSION.most)
    .map((text, index) => (isCut && index === CONCLUSION.most - 1 ? `${text}…` : text))
  const top = 20 + TITLE + 18
  const texts = [
    textAt({ text: title, x: EDGE, y: 20, size: TITLE, isBold: true }),
    ...lines.map((text, index) => textAt({ text, x: EDGE, y: top + index * LINE })),
  ]
  return { texts, bottom: top + lines.length * LINE + 22 }
}

function titleOf({ title, drawn }: Panel, y: number) {
  const isRead = drawn.some(({ track }) => !isEmpty(track))
  return textAt({ text: isRead ? title : `${title}: not read`, x: EDGE, y, isBold: true })
}

/** What stands above the lines of onset and changes, in a row each. */
function signsOf(marks: Marks, { top, time }: { readonly top: number; readonly time: TimeSpan }) {
  const { onset, end, changes } = marks
  const xOf = (at: number): number => LEFT + (PLOT_WIDTH * (at - time.first)) / Math.max(1, time.last - time.first)
  const last = top + (signRows(marks) - 1) * LINE
  return [
    ...(onset === undefined
      ? []
      : [{ at: onset.at, text: onset.text, y: top, colour: onset.isPaged ? HOT : PALE_INK, isNear: true }]),
    ...(end === undefined ? [] : [{ at: end.at, text: end.text, y: top + LINE, colour: CALM[1], isNear: true }]),
    ...changes.map(({ at, sign }) => ({ at, text: sign, y: last, colour: CHANGE, isNear: false })),
  ].map(({ at, text, y, colour, isNear }) => {
    const x = xOf(at)
    return textAt({ text, x, y, colour, isBold: true, align: isNear ? alignAt(x) : 'center' })
  })
}

function signRows({ end, changes }: Marks): number {
  return 1 + (end === undefined ? 0 : 1) + (changes.length === 0 ? 0 : 1)
}

interface KeyLine {
  readonly text: string
  readonly colour: string
  readonly isSample: boolean
}

function keyOf({ changes, unmarked }: Marks, panels: readonly Panel[]): readonly KeyLine[] {
  const told = changes.map(({ sign, text }) => ({ text: `${sign}   ${text}`, colour: CHANGE, isSample: false }))
  const more = { text: `and ${unmarked} earlier changes`, colour: CHANGE, isSample: false }
  const usual = { text: 'mean of the hour before', colour: PALE_INK, isSample: true }
  return [
    ...told,
    ...(unmarked === 0 ? [] : [more]),
    ...(panels.some((panel) => panel.usual !== undefined) ? [usual] : []),
  ]
}

function keyLine({ text, colour, isSample }: KeyLine, y: number) {
  const words = textAt({ text, x: isSample ? EDGE + 50 : EDGE, y, colour })
  return isSample ? [sampleAt(EDGE, y + 15, { colour, isDashed: true, width: 4 }), words] : [words]
}

function timeAxis(index: number, isLabelled: boolean, time: TimeSpan) {
  const customValues = timeTicks(time)
  return {
    type: 'value',
    gridIndex: index,
    min: time.first * 1000,
    max: time.last * 1000,
    axisLine: { lineStyle: { color: PALE_INK, width: 2 } },
    axisTick: { show: isLabelled, customValues, length: 8, lineStyle: { width: 2, color: PALE_INK } },
    axisLabel: {
      show: isLabelled,
      customValues,
      fontSize: TEXT,
      color: PALE_INK,
      hideOverlap: true,
      showMinLabel: true,
      showMaxLabel: true,
      formatter: (at: number) => tickText(at, time),
    },
    splitLine: { show: false },
  }
}
