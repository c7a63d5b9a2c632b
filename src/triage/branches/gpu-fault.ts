import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { nameOfRow, valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { gpuMemoryErrors, gpuXid } from '../../signals/gpu.ts'
import { loggedGpuFaults } from '../../signals/log.ts'
import { restarts, up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { counterResets, recentGeneration } from '../../signals/vllm/traffic.ts'
import { rowNow } from '../predicates/lookup.ts'
import { logSentences, logged } from '../engine/log-words.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { CRASH_LOOP_STARTS } from '../thresholds/process.ts'
import { MOST } from '../thresholds/queue.ts'
import { not } from '../predicates/predicate.ts'
import { anyRow, mostRows, onThem, rowAbove, rowAtLeast, rowIsZero, together } from '../predicates/row-tests.ts'
import { eitherOf, rowFirstKnown } from '../predicates/row-logic.ts'
import { firstRow, nameRows, oneOr, rowSentence } from '../predicates/sentences.ts'
import { putBack, takeOut } from '../outside/take-out.ts'
import { hasStarted } from '../engine/started.ts'
import { hardwareXid, newHardwareXid } from '../machine/xid.ts'

const isInTrouble = eitherOf(
  rowIsZero(up),
  rowFirstKnown(rowAbove(counterResets, 0), rowAbove(restarts, 0)),
  together(rowAbove(runningRequests, 0), rowIsZero(recentGeneration)),
)
const isStopped = eitherOf(
  rowIsZero(up),
  rowIsZero(recentGeneration),
  rowFirstKnown(rowAtLeast(counterResets, CRASH_LOOP_STARTS), rowAtLeast(restarts, CRASH_LOOP_STARTS)),
)
const losesMemory = rowAbove(gpuMemoryErrors, 0)
export const reportsFault = eitherOf(
  eitherOf(rowFirstKnown(newHardwareXid, losesMemory), rowFirstKnown(losesMemory, newHardwareXid)),
  logged(loggedGpuFaults),
)

// The engine's trouble is asked first: an XID by itself stops nobody, and without it a hang or a crash has other causes.
export const gpuFault = branch({
  id: 'gpu_fault',
  ask: say`Does a GPU report a hardware error under an instance that is down, hung or has started again?`,
  when: anyRow(together(isInTrouble, reportsFault)),
  confirm: [
    {
      test: not(mostRows(hasStarted, MOST)),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`kubectl rollout history: was it a deploy that started most of them anew?`,
    },
    // One that has started again once and makes tokens may have been started on purpose, with an error that stopped nobody.
    {
      test: onThem(isStopped),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`its last words before the start: kubectl logs <pod> --previous --tail=200; was it a deploy?`,
    },
  ],
  settleWith: say`on the instance's node: dmesg | grep -i xid; nvidia-smi -q -d ECC,ROW_REMAPPER (AMD: amd-smi metric --ecc)`,
  conclude: {
    cause: 'engine.crash.hw_fault',
    title: (at) => {
      const [names, error] = [nameRows(at.outcome.rows), errorOf(at)]
      return isWorking(at)
        ? oneOr(
            at.outcome.rows,
            say`A GPU under ${names} reports ${error}; the instance has started again since.`,
            say`GPUs under ${names} report ${error}; the instances have started again since.`,
          )
        : oneOr(
            at.outcome.rows,
            say`A GPU under ${names} reports ${error}; the instance is not well since.`,
            say`GPUs under ${names} report ${error}; the instances are not well since.`,
          )
    },
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      const isSilent = valueOf(rowNow(at.evidence, up, row)) === 0
      const told = [gpuXid, gpuMemoryErrors, counterResets, recentGeneration].filter(
        (signal) => rowNow(at.evidence, signal, row).status === 'present',
      )
      return [
        ...(isSilent ? [say`${nameOfRow(row)} does not answer Prometheus' scrapes`] : []),
        ...told.map((signal) => rowSentence(at, signal, row)),
        ...logSentences(at, row),
      ]
    },
    actions: (at) => ({
      now: [
        ...takeOut(at),
        readOnly(say`Save what a reset destroys`, 'nvidia-smi -q; dmesg | grep -i -e xid -e nvrm; dcgmi health -c'),
      ],
      today: [
        disruptive(say`Drain the node and reset the GPU: a restart of the engine alone comes back to the same GPU`),
      ],
      thisWeek: [
        readOnly(say`Does it come again on the same PCI address? Then have the card replaced`),
        reversible(say`Alert on new hardware XIDs, and on GPUs that are missing from the exporter`),
      ],
      rollback: [...putBack(at, say`Give the instance its share again when the GPU has passed dcgmi diag`)],
    }),
  },
  runbook: {
    means:
      'A GPU reports a hardware error, and the instance on it is down, hung or has started again. An XID alone is ' +
      'often the doing of a program and stops nobody; without one, a hang or a crash has other causes.',
    check: [
      'On the node: `dmesg -T | grep -i xid`, `nvidia-smi -q -d ECC,ROW_REMAPPER`, `dcgmi health -c`; AMD: `amd-smi metric --ecc`',
      'The exporter: `DCGM_FI_DEV_XID_ERRORS`, and GPUs that are missing from it: `count by (Hostname) (DCGM_FI_DEV_GPU_TEMP)`',
      'In the log of the engine: `uncorrectable ECC error encountered`, `GPU has fallen off the bus`',
    ],
    avoid: [
      'Do not only restart the engine: it comes back to the same GPU',
      'Do not reset the GPU before its errors are saved',
      'Do not blame the rank that prints the error: the others print it, too; follow the PCI address',
    ],
  },
})

/** It has started again, and makes tokens. */
function isWorking({ evidence, outcome }: Case): boolean {
  return outcome.rows.every((row) => (valueOf(rowNow(evidence, recentGeneration, row)) ?? 0) > 0)
}

/** What the first of the GPUs says, in the words of whoever says most. */
function errorOf(at: Case): Text {
  const row = firstRow(at)
  if (row === undefined) return say`an error`
  const value = (signal: Signal): number | undefined => valueOf(rowNow(at.evidence, signal, row))
  const code = value(gpuXid)
  const said = hardwareXid(code)
  if (said !== undefined) return say`XID ${code ?? ''}: ${said}`
  return (value(gpuMemoryErrors) ?? 0) > 0 ? say`memory errors that could not be corrected` : say`a fault, by the log`
}
