import type { Diagnosis, Stage, StageTime } from '../domain/diagnosis.ts'
import { STAGES } from '../domain/diagnosis.ts'
import { formatSeconds } from '../domain/quantity.ts'
import type { Speak, Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import { finiteValue } from './finite.ts'
import { showMeasure } from './format.ts'

/** What the stages are called on a card. */
export const STAGE_TITLES: Readonly<Record<Stage | 'e2e', Text>> = {
  queue: say`queue`,
  prefill: say`prefill`,
  decode: say`decode`,
  api_server: say`API`,
  outside: say`outside`,
  e2e: say`end to end`,
}

const BAR_LENGTH = 10
/** Of a smaller growth end to end the parts say nothing; `least` is seconds. */
const GREW = { times: 1.1, least: 0.05 } as const

/** The latency budget in pieces, e.g. `queue ██████████ 8.0 s (was 0.2 s)`; the stage that grew most carries a bar. */
export function stagePieces(diagnosis: Diagnosis, speak: Speak): readonly string[] {
  const leading = leadingStage(diagnosis)
  const pieces = STAGES.map((stage) => {
    const time = diagnosis.budget[stage]
    const bar = stage === leading?.stage ? `${'█'.repeat(leading.length)} ` : ''
    return speak(
      say`${STAGE_TITLES[stage]} ${bar}${showMeasure(time.now, 'seconds', speak)}${wasText(time, bar !== '')}`,
    )
  })
  return [...pieces, ...unmeasuredTexts(diagnosis, speak)]
}

/** Of what the engine takes; the API server's part is what they leave, and is told only where all of them are read. */
const ENGINE_STAGES = ['queue', 'prefill', 'decode'] as const

/** Where a stage was not read, which part of the whole is in none of those that were: they do not add up to it. */
export function unmeasuredTexts({ budget }: Diagnosis, speak: Speak): readonly string[] {
  const whole = finiteValue(budget.e2e.now)
  const parts = ENGINE_STAGES.map((stage) => finiteValue(budget[stage].now))
  if (whole === null || !parts.includes(null)) return []
  const rest = whole - parts.reduce((sum: number, part) => sum + (part ?? 0), 0)
  return rest < GREW.least ? [] : [speak(say`not measured: ${formatSeconds(rest)} of ${formatSeconds(whole)}`)]
}

/** Whether any stage could be read at all. */
export function hasStages({ budget }: Diagnosis): boolean {
  return STAGES.some((stage) => finiteValue(budget[stage].now) !== null)
}

/** Only the leading stage says what it was: five numbers are read at 3 a.m., ten are not. */
function wasText({ baseline }: StageTime, isLeading: boolean): string | Text {
  const was = finiteValue(baseline)
  return isLeading && was !== null ? say` (was ${formatSeconds(was)})` : ''
}

/** The stage with the greatest part of the growth; none where requests take as long as before, or nobody knows. */
function leadingStage({ budget }: Diagnosis): { readonly stage: Stage; readonly length: number } | undefined {
  if (!hasGrown(budget.e2e)) return undefined
  const grew = greatest(STAGES.map((stage) => [stage, finiteValue(budget[stage].growthShare)]))
  return grew && { stage: grew.stage, length: barLength(grew.value) }
}

/** Whether requests take longer than before, end to end, by enough to ask which stage it is. */
export function hasGrown({ now, baseline }: StageTime): boolean {
  const [is, was] = [finiteValue(now), finiteValue(baseline)]
  return is !== null && was !== null && is >= was * GREW.times && is - was >= GREW.least
}

function greatest(
  values: readonly (readonly [Stage, number | null])[],
): { readonly stage: Stage; readonly value: number } | undefined {
  const known = values.flatMap(([stage, value]) => (value === null || value <= 0 ? [] : [{ stage, value }]))
  return known.toSorted((a, b) => b.value - a.value)[0]
}

function barLength(part: number): number {
  return Math.min(BAR_LENGTH, Math.max(1, Math.round(part * BAR_LENGTH)))
}
