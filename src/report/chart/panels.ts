import { DRAWN_STAGES, type DrawnStage, type History, type Track, isEmpty } from '../../domain/history.ts'
import { formatNumber, formatSeconds } from '../../domain/quantity.ts'
import type { Window } from '../../domain/window.ts'
import { labelsOf } from './label.ts'
import { CALM, HOT, OTHERS, STAGE_COLOURS } from './look.ts'
import { meanIn, meanTrack, sumTrack } from './means.ts'
import type { Chosen } from './top-instances.ts'

export interface Drawn {
  /** What its place in a legend says. */
  readonly label: string
  readonly track: Track
  readonly colour: string
  readonly width: number
  readonly isDashed: boolean
  readonly isStacked: boolean
}

export interface Panel {
  readonly title: string
  readonly drawn: readonly Drawn[]
  /** What was usual in the hour before; undefined where that was not read. */
  readonly usual: number | undefined
  readonly format: (value: number) => string
}

const STAGE_NAMES: Readonly<Record<DrawnStage, string>> = {
  queue: 'queue',
  prefill: 'prefill',
  decode: 'decode',
  api_server: 'API server',
}

/** The three panels of a chart, from the top. */
export function panelsOf(history: History, chosen: Chosen, before: Window | undefined): readonly Panel[] {
  const usualOf = (track: Track): number | undefined =>
    before === undefined ? undefined : meanIn(track, history.times, before)
  const eachMean = (kind: 'waiting' | 'arrivals'): Track =>
    meanTrack(
      history[kind].map(({ track }) => track),
      history.times.length,
    )
  const stages = DRAWN_STAGES.filter((stage) => !isEmpty(history.stages[stage]))
  const whole = sumTrack(
    stages.map((stage) => history.stages[stage]),
    history.times.length,
  )
  // A stack without one of its stages would show less than there was.
  const whereWhole = (value: number | undefined, index: number): number | undefined =>
    whole[index] === undefined ? undefined : value
  return [
    {
      title: 'Latency by stage (mean)',
      drawn: stages.map((stage) => stageLine(stage, history.stages[stage].map(whereWhole))),
      usual: stages.length === 0 ? undefined : usualOf(whole),
      format: (value) => (Number.isInteger(value) && value < 600 ? `${value} s` : formatSeconds(value)),
    },
    {
      title: 'Requests waiting, by instance',
      drawn: linesOf(chosen, 'waiting'),
      usual: usualOf(eachMean('waiting')),
      format: formatNumber,
    },
    {
      title: 'Requests arriving per second, by instance',
      drawn: linesOf(chosen, 'arrivals'),
      usual: usualOf(eachMean('arrivals')),
      format: formatNumber,
    },
  ]
}

function stageLine(stage: DrawnStage, track: Track): Drawn {
  const colour = STAGE_COLOURS[stage]
  return { label: STAGE_NAMES[stage], track, colour, width: 1, isDashed: false, isStacked: true }
}

/** The others beneath, the hottest above them all; the same colour for the same instance in every panel. */
function linesOf({ shown, others }: Chosen, kind: 'waiting' | 'arrivals'): readonly Drawn[] {
  const labels = labelsOf(shown.map(({ name }) => name))
  const lines = shown.map((one, index) => ({
    label: labels[index] ?? '',
    track: one[kind] ?? [],
    colour: one.isHot ? HOT : (CALM[index % CALM.length] ?? OTHERS),
    width: one.isHot ? 6 : 3,
    isDashed: false,
    isStacked: false,
  }))
  const rest =
    others === undefined
      ? []
      : [
          {
            label: `${others.count} more, mean`,
            track: others[kind],
            colour: OTHERS,
            width: 4,
            isDashed: true,
            isStacked: false,
          },
        ]
  return [...lines, ...rest]
}
