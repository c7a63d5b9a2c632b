import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { gpuClock, gpuPowerDraw, gpuTemp, powerThrottling, thermalThrottling } from '../../signals/gpu.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { rose } from '../fleet-tests.ts'
import { rowKeys } from '../lookup.ts'
import { branch } from '../node.ts'
import type { Branch, Case } from '../node.ts'
import { anyOf, eitherKnown } from '../predicate.ts'
import type { Predicate } from '../predicate.ts'
import { anyRow, onThem, rowAbove, rowBelow, rowFell, rowRose, together } from '../row-tests.ts'
import type { RowTest } from '../row-tests.ts'
import { fleetSentence, firstRow, nameRows, rowSentence } from '../sentences.ts'
import { CLOCK_DOWN, GPU_HOT, SLOWER, THROTTLED, TOKEN_SLOWER } from '../thresholds.ts'

const clockDown = rowFell(gpuClock, CLOCK_DOWN)

const slowerTokens = {
  test: eitherKnown(
    onThem(rowRose(interTokenMean, TOKEN_SLOWER)),
    anyOf(rose(interTokenMean, TOKEN_SLOWER), rose(decodeMean, SLOWER)),
  ),
  excludes: 'healthy',
  settleWith: 'compare inter-token latency with an hour ago: a clock that is down while idle slows nobody',
} as const

/** Heat: the clock is down and the GPU is at its limit; hot alone proves nothing, nor does a low clock alone. */
export const thermalThrottle = throttled({
  id: 'thermal_throttle',
  ask: 'Does heat hold GPU clocks down?',
  cause: 'decode.thermal_throttle',
  sign: together(clockDown, rowAbove(gpuTemp, GPU_HOT)),
  proof: onThem(rowAbove(thermalThrottling, THROTTLED)),
  against: 'decode.power_cap',
  by: 'heat',
  mends: ['airflow, fans and inlet temperature', 'memory temperature'],
})

/** The power limit: the clock is down although the GPU is not hot. */
export const powerCap = throttled({
  id: 'power_cap',
  ask: 'Does the power limit hold GPU clocks down?',
  cause: 'decode.power_cap',
  sign: together(clockDown, rowBelow(gpuTemp, GPU_HOT)),
  proof: onThem(rowAbove(powerThrottling, THROTTLED)),
  against: 'decode.thermal_throttle',
  by: 'the power limit',
  mends: ['the power limit (nvidia-smi -q -d POWER), PSU and BMC caps', 'power beside clocks'],
})

function throttled(options: {
  readonly id: string
  readonly ask: string
  readonly cause: 'decode.thermal_throttle' | 'decode.power_cap'
  readonly sign: RowTest
  readonly proof: Predicate
  readonly against: 'decode.thermal_throttle' | 'decode.power_cap'
  readonly by: string
  readonly mends: readonly [today: string, watch: string]
}): Branch {
  const { id, ask, cause, sign, proof, against, by, mends } = options
  return branch({
    id,
    ask,
    when: anyRow(sign),
    confirm: [
      slowerTokens,
      { test: proof, excludes: against, settleWith: 'read the throttle reasons: nvidia-smi -q -d PERFORMANCE' },
    ],
    settleWith: 'on each node: nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE',
    conclude: {
      cause,
      title: (at) => `GPU clocks are held down by ${by} on ${nameRows(at.outcome.rows)}: every token takes longer.`,
      because: (at) => {
        const row = firstRow(at)
        const ofRow =
          row === undefined ? [] : [gpuClock, gpuTemp, gpuPowerDraw].map((signal) => rowSentence(at, signal, row))
        return [...ofRow, fleetSentence(at, interTokenMean), fleetSentence(at, decodeMean)]
      },
      actions: (at) => ({
        now: [
          reversible(
            areAll(at)
              ? 'Shed load at the gateway: no instance is left to send it to'
              : `Send less to ${nameRows(at.outcome.rows)}, or drain it`,
          ),
          readOnly('Read the throttle reasons on the node', 'nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER'),
        ],
        today: [disruptive(`Look after ${mends[0]} on that node`)],
        thisWeek: [reversible(`Alert on the SM clock under load and scrape ${mends[1]}`)],
        rollback: [reversible('Give the instance its share again when the clock is back')],
      }),
    },
  })
}

/** Whether every instance whose clock is read is held down. */
function areAll({ evidence, outcome }: Case): boolean {
  return outcome.rows.length === rowKeys(evidence, [gpuClock]).length
}
