import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { gpuClock, gpuPowerDraw } from '../../signals/gpu.ts'
import { hostCpu, hostCpuPressure } from '../../signals/host.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { slowerThanBatch } from '../engine/batch-tests.ts'
import { clockDownUnderLoad } from '../machine/clock-down.ts'
import { coresAreShort } from '../machine/host-cores.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { slowerOnlyWith } from '../engine/only-with.ts'
import { rowNot } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowFell, rowRose, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, rowSentence } from '../predicates/sentences.ts'
import { tokenSentence } from '../engine/token-words.ts'
import { LESS_POWER } from '../thresholds/gpu.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'

export const cpuStarved = branch({
  id: 'cpu_starved',
  ask: say`Do tokens take longer than their batch explains where the host has no core free?`,
  when: anyRow(together(rowRose(interTokenMean, TOKEN_SLOWER), slowerThanBatch, coresAreShort)),
  confirm: [
    {
      test: onThem(rowFell(gpuPowerDraw, LESS_POWER)),
      excludes: 'decode',
      settleWith: say`on its node: nvidia-smi dmon -s puc; a GPU that waits for its host draws less at full clock`,
    },
    {
      test: onThem(rowNot(clockDownUnderLoad)),
      excludes: 'decode.thermal_throttle',
      settleWith: say`on its node: nvidia-smi -q -d CLOCK,PERFORMANCE`,
    },
    slowerOnlyWith(coresAreShort),
  ],
  settleWith: say`on its node: cat /proc/pressure/cpu, and the pod's cpu.stat (nr_throttled, throttled_usec)`,
  conclude: {
    cause: 'decode.cpu_starved',
    title: (at) =>
      say`Decode waits for the CPU on ${nameRows(at.outcome.rows)}: the host has no core free; ${tokenSentence(at)}.`,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      const ofHost = [hostCpu, hostCpuPressure].filter(
        (signal) => rowNow(at.evidence, signal, row).status === 'present',
      )
      return [interTokenMean, runningMean, ...ofHost, gpuPowerDraw, gpuClock].map((signal) =>
        rowSentence(at, signal, row),
      )
    },
    actions: (at) => ({
      now: [
        readOnly(say`Who uses the cores? Neighbours first`, 'pidstat -u 5 1'),
        reversible(say`Send less to ${nameRows(at.outcome.rows)} until cores are free`),
      ],
      today: [
        disruptive(
          say`Set OMP_NUM_THREADS to the CPUs of the pod: without it torch starts a thread for each core of the node`,
        ),
        disruptive(say`Raise the CPU limit of the pod, or move the neighbour`),
      ],
      thisWeek: [reversible(say`Alert on CPU pressure of the hosts and on throttled CPU of the pods`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Between two steps the engine works on the CPU. Where it does not get a core, the GPU waits at full clock and draws less than it did. The time to the first token may not change. It looks like a slower GPU, and like a new release that came with it.',
    check: [
      'Waiting for a core: `rate(node_pressure_cpu_waiting_seconds_total[5m])`, or `cat /proc/pressure/cpu` on the host',
      'The limit of the pod: `rate(container_cpu_cfs_throttled_periods_total[5m]) / rate(container_cpu_cfs_periods_total[5m])`; 0 does not clear it, since threads may crowd below the limit',
      'Threads: `OMP_NUM_THREADS` unset in a pod with a limit is the usual reason; the engine at one core in `top -H`',
      'The GPU: `DCGM_FI_DEV_POWER_USAGE` down at full `DCGM_FI_DEV_SM_CLOCK`',
    ],
    avoid: [
      'Do not take an engine at 100 % of one core for the trouble: it spins when it is well, too',
      'Do not judge by the mean of all cores alone: pinned processes crowd on some',
      'Do not roll back a release before the cores are free: both often change at once',
    ],
  },
})
