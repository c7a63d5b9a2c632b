import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { nameOfRow } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { gpuClock, gpuPowerLeast, gpuPowerMost, gpuXid } from '../../signals/gpu.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { clockDownUnderLoad } from '../machine/clock-down.ts'
import { drawsUnevenly, linksReplay } from '../machine/gpu-health.ts'
import { coresAreShort } from '../machine/host-cores.ts'
import { branch } from '../node.ts'
import { eitherOf, rowNot } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowRose, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, oneOr, rowSentence } from '../predicates/sentences.ts'
import { tokenSentence } from '../engine/token-words.ts'
import { amongPeers, slowerThanPeers } from '../engine/peers.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'
import { newXid } from '../machine/xid.ts'

export const gpuDegraded = branch({
  id: 'gpu_degraded',
  ask: say`Is one instance slower than its peers, with GPUs that draw unevenly or have reported an XID within the hour?`,
  when: amongPeers(anyRow(together(slowerThanPeers, eitherOf(drawsUnevenly, newXid)))),
  confirm: [
    {
      test: onThem(rowRose(interTokenMean, TOKEN_SLOWER)),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`compare its inter-token latency with its own of yesterday: one that was always slower is of other hardware or configuration`,
    },
    {
      test: onThem(rowNot(clockDownUnderLoad)),
      excludes: 'decode.thermal_throttle',
      settleWith: say`on its node: nvidia-smi -q -d CLOCK,PERFORMANCE`,
    },
    // A step that waits for its host is slow as well, and the GPU is none the worse.
    {
      test: onThem(rowNot(coresAreShort)),
      excludes: 'decode.cpu_starved',
      settleWith: say`on its node: cat /proc/pressure/cpu, and mpstat -P ALL 5 1`,
    },
    {
      test: onThem(rowNot(linksReplay)),
      strength: 'supports',
      excludes: 'decode.interconnect',
      settleWith: say`on its node: nvidia-smi nvlink -e, and DCGM_FI_DEV_PCIE_REPLAY_COUNTER`,
    },
  ],
  settleWith: say`on the slow node, under load: nvidia-smi --query-gpu=index,clocks.sm,power.draw,pcie.link.width.current --format=csv -l 1`,
  conclude: {
    cause: 'decode.gpu_degraded',
    title: (at) =>
      oneOr(
        at.outcome.rows,
        say`A GPU of ${nameRows(at.outcome.rows)} is slow without a throttle that says why: ${tokenSentence(at)}.`,
        say`GPUs of ${nameRows(at.outcome.rows)} are slow without a throttle that says why: ${tokenSentence(at)}.`,
      ),
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [interTokenMean, runningMean, gpuPowerLeast, gpuPowerMost, gpuClock, gpuXid].map((signal) =>
        rowSentence(at, signal, row),
      )
    },
    actions: (at) => {
      const name = at.outcome.rows.map(nameOfRow)[0] ?? 'it'
      return {
        now: [
          reversible(say`Send less to ${nameRows(at.outcome.rows)}`),
          readOnly(say`Under load, which GPU draws least at full clock?`, 'nvidia-smi dmon -s pucm'),
        ],
        today: [
          disruptive(
            say`Drain ${name}, time the same kernel on each of its GPUs against what each took before, and reset the slow one`,
          ),
        ],
        thisWeek: [
          reversible(
            say`Keep such a time of each GPU, taken when it is well: to tell a card from its twin proves nothing`,
          ),
        ],
        rollback: [reversible(say`Give it its share again when the slow GPU keeps up`)],
      }
    },
  },
  runbook: {
    means:
      'One instance makes tokens more slowly than its peers at no larger a batch, and no clock is held down. Its GPUs draw power unevenly, or one has reported an XID within the hour: after a fault a GPU can stay slow until its driver is loaded again. With tensor parallelism all ranks are as slow as the slowest.',
    check: [
      'Which GPU: `nvidia-smi dmon -s pucm` under load; the one that draws least at full clock is the slow one, the others wait for it',
      'What it reported: `dmesg | grep -i xid` on its node',
      'Each card against its own time of before, not against its twin: cards differ',
    ],
    avoid: [
      'Do not blame the GPU that draws most: it may be the one that waits, spinning',
      "Do not restart the engine and call it mended: the state is the GPU's",
      'Do not return it to traffic before it was reset and timed',
    ],
  },
})
