import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { RowKey } from '../../domain/reading.ts'
import { nameOfRow, valueOf } from '../../domain/reading.ts'
import { commaed, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import {
  gpuClock,
  gpuClockReasons,
  gpuHotspot,
  gpuPowerDraw,
  gpuTemp,
  powerLimited,
  powerThrottling,
  thermalLimited,
  thermalThrottling,
} from '../../signals/gpu.ts'
import type { Signal } from '../../signals/signal.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { expectedSentences, noLargerBatch } from '../engine/batch-tests.ts'
import { clockDownUnderLoad } from '../machine/clock-down.ts'
import { clockHeldBy, reasonsIn } from '../machine/clock-reasons.ts'
import { rowKeys, rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Branch, Case, Runbook } from '../node.ts'
import { slowerOnlyWith } from '../engine/only-with.ts'
import { anyOf, firstKnown } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { rowFirstKnown, rowNot } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAbove, rowRose, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, nameRows, rowSentence } from '../predicates/sentences.ts'
import { GPU_HOT, HOTSPOT_HOT, THROTTLED } from '../thresholds/gpu.ts'
import { SLOWER, TOKEN_SLOWER } from '../thresholds/latency.ts'

const slowerTokens = {
  test: firstKnown(
    onThem(rowRose(interTokenMean, TOKEN_SLOWER)),
    anyOf(rose(interTokenMean, TOKEN_SLOWER), rose(decodeMean, SLOWER)),
  ),
  excludes: 'healthy',
  settleWith: say`compare inter-token latency with an hour ago: a clock that is down while idle slows nobody`,
} as const

/** A GPU at its power limit under more work slows a little, and the work itself a lot. */
const moreThanItsBatch = { ...noLargerBatch, strength: 'supports' } as const

/** The GPU's own word: the part of the time, by NVIDIA's count or AMD's, else the reasons of a moment. */
const saysHeat = rowFirstKnown(
  rowAbove(thermalThrottling, THROTTLED),
  rowAbove(thermalLimited, THROTTLED),
  clockHeldBy('heat'),
)
const saysPower = rowFirstKnown(
  rowAbove(powerThrottling, THROTTLED),
  rowAbove(powerLimited, THROTTLED),
  clockHeldBy('power'),
)

/** A GPU that does not say why is judged by its sensor; that it is hot alone proves nothing. */
const isHeat = rowFirstKnown(saysHeat, rowAbove(gpuTemp, GPU_HOT), rowAbove(gpuHotspot, HOTSPOT_HOT))

/** Heat: the clock is down and heat is why; hot alone proves nothing, nor does a low clock alone. */
export const thermalThrottle = throttled({
  id: 'thermal_throttle',
  ask: say`Does heat hold GPU clocks down?`,
  cause: 'decode.thermal_throttle',
  sign: together(clockDownUnderLoad, isHeat),
  proof: onThem(saysHeat),
  against: 'decode.power_cap',
  by: say`heat`,
  mends: [say`airflow, fans and inlet temperature`, say`memory temperature`],
  runbook: {
    means:
      'Heat holds the clock of a GPU down while it works, so each token takes longer there, with tensor ' +
      'parallelism on all its ranks. Hot at full clock is no trouble, and neither is a low clock of an idle GPU; ' +
      'the power limit lowers the clock in the same way.',
    check: [
      "The GPU's own word, while it works: `nvidia-smi -q -d PERFORMANCE,TEMPERATURE,CLOCK`; look for `SW Thermal Slowdown` or `HW Thermal Slowdown` that is Active",
      'Against its peers at the same load: `DCGM_FI_DEV_SM_CLOCK` beside `DCGM_FI_DEV_GPU_TEMP` and `DCGM_FI_DEV_MEMORY_TEMP`',
      'AMD: `amd-smi metric --clock --temperature --power`',
    ],
    avoid: [
      'Do not judge by temperature alone: compare the clock under load',
      'Do not restart the engine: it comes back to the same hot GPU',
      'Do not raise the power limit: that makes more heat',
    ],
  },
})

/** The power limit, of software or of the power supply: the clock is down although heat is not why. */
export const powerCap = throttled({
  id: 'power_cap',
  ask: say`Does the power limit hold GPU clocks down?`,
  cause: 'decode.power_cap',
  sign: together(clockDownUnderLoad, rowNot(isHeat)),
  proof: onThem(saysPower),
  against: 'decode.thermal_throttle',
  by: say`the power limit`,
  mends: [say`the power limit (nvidia-smi -q -d POWER), PSU and BMC caps`, say`power beside clocks`],
  runbook: {
    means:
      'The power limit, set by software, the board or the power supply, holds the clock of a GPU down although ' +
      'heat is not why. Each token takes longer there, with tensor parallelism on all its ranks. Heat lowers the ' +
      'clock in the same way; a low clock of an idle GPU is no trouble.',
    check: [
      "The GPU's own word, while it works: `nvidia-smi -q -d PERFORMANCE,POWER`; look for `SW Power Cap` or `HW Power Brake Slowdown` that is Active",
      'Draw that is flat at the limit: `DCGM_FI_DEV_POWER_USAGE` beside `DCGM_FI_DEV_SM_CLOCK`, against its peers at the same load',
      'The cap of the server: `ipmitool dcmi power get_limit`, and the power supplies in its BMC',
    ],
    avoid: [
      'Do not raise the limit before you know who set it: a failed power supply, or the budget of the rack, may be why',
      'Do not restart the engine: it comes back to the same limit',
      'Do not compare clocks of idle GPUs',
    ],
  },
})

function throttled(options: {
  readonly id: string
  readonly ask: Text
  readonly cause: 'decode.thermal_throttle' | 'decode.power_cap'
  readonly sign: RowTest
  readonly proof: Predicate
  readonly against: 'decode.thermal_throttle' | 'decode.power_cap'
  readonly by: Text
  readonly mends: readonly [today: Text, watch: Text]
  readonly runbook: Runbook
}): Branch {
  const { id, ask, cause, sign, proof, against, by, mends, runbook } = options
  return branch({
    id,
    ask,
    when: anyRow(sign),
    confirm: [
      slowerTokens,
      { test: proof, excludes: against, settleWith: say`read the throttle reasons: nvidia-smi -q -d PERFORMANCE` },
      moreThanItsBatch,
      slowerOnlyWith(clockDownUnderLoad),
    ],
    settleWith: say`on each node: nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE`,
    conclude: {
      cause,
      title: (at) => say`GPU clocks are held down by ${by} on ${nameRows(at.outcome.rows)}: every token takes longer.`,
      because: (at) => {
        const row = firstRow(at)
        const ofRow = row === undefined ? [] : sentencesOf(at, row)
        const ofFleet = [interTokenMean, decodeMean].map((signal) => fleetSentence(at, signal))
        return [...ofRow, ...ofFleet, ...expectedSentences(at.evidence)]
      },
      actions: (at) => ({
        now: [
          reversible(
            areAll(at)
              ? say`Shed load at the gateway: no instance is left to send it to`
              : say`Send less to ${nameRows(at.outcome.rows)}, or drain it`,
          ),
          readOnly(say`Read the throttle reasons on the node`, 'nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER'),
        ],
        today: [disruptive(say`Look after ${mends[0]} on that node`)],
        thisWeek: [reversible(say`Alert on the SM clock under load and scrape ${mends[1]}`)],
        rollback: [reversible(say`Give the instance its share again when the clock is back`)],
      }),
    },
    runbook,
  })
}

function sentencesOf(at: Case, row: RowKey): readonly Text[] {
  const isRead = (signal: Signal): boolean => rowNow(at.evidence, signal, row).status === 'present'
  const mask = valueOf(rowNow(at.evidence, gpuClockReasons, row))
  const reasons = mask === undefined ? [] : reasonsIn(mask)
  const heat = isRead(gpuTemp) || !isRead(gpuHotspot) ? gpuTemp : gpuHotspot
  return [
    ...[gpuClock, heat, gpuPowerDraw].map((signal) => rowSentence(at, signal, row)),
    ...SHARES.filter(isRead).map((signal) => rowSentence(at, signal, row)),
    ...(reasons.length === 0 ? [] : [say`${nameOfRow(row)} ${gpuClockReasons.title}: ${commaed(reasons)}`]),
  ]
}

const SHARES = [thermalThrottling, thermalLimited, powerThrottling, powerLimited] as const

/** Whether every instance whose clock is read is held down. */
function areAll({ evidence, outcome }: Case): boolean {
  return outcome.rows.length === rowKeys(evidence, [gpuClock]).length
}
