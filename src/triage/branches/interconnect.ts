import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { gpuClock, nvlinkReplays, pcieReplays } from '../../signals/gpu.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { slowerThanBatch } from '../engine/batch-tests.ts'
import { clockDownUnderLoad } from '../machine/clock-down.ts'
import { linksReplay } from '../machine/gpu-health.ts'
import { coresAreShort } from '../machine/host-cores.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { not } from '../predicates/predicate.ts'
import { eitherOf, rowNot } from '../predicates/row-logic.ts'
import { anyRow, onThem, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, rowSentence } from '../predicates/sentences.ts'
import { tokenSentence } from '../engine/token-words.ts'
import { slowerThanPeers } from '../engine/peers.ts'

const slow = eitherOf(slowerThanPeers, slowerThanBatch)

export const interconnect = branch({
  id: 'interconnect',
  ask: say`Are tokens slow where the links of the GPUs send again what was lost?`,
  when: anyRow(together(slow, linksReplay)),
  confirm: [
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
    // An anomaly that is real need not be the cause.
    {
      test: not(anyRow(together(slow, rowNot(linksReplay)))),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`is an instance slow whose links are well? Compare replays by GPU with inter-token latency by instance`,
    },
  ],
  settleWith: say`on each node: nvidia-smi nvlink -e; DCGM_FI_DEV_PCIE_REPLAY_COUNTER; the link of each GPU: nvidia-smi -q | grep -A3 "Link Width"`,
  conclude: {
    cause: 'decode.interconnect',
    title: (at) =>
      say`The links of the GPUs of ${nameRows(at.outcome.rows)} lose data, and tokens are slow there: ${tokenSentence(at)}.`,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      const links = [pcieReplays, nvlinkReplays].filter(
        (signal) => rowNow(at.evidence, signal, row).status === 'present',
      )
      return [interTokenMean, runningMean, ...links, gpuClock].map((signal) => rowSentence(at, signal, row))
    },
    actions: (at) => ({
      now: [
        reversible(say`Send less to ${nameRows(at.outcome.rows)}`),
        readOnly(
          say`Which link, and is it as wide and as fast as it should be?`,
          'nvidia-smi topo -m && nvidia-smi nvlink -s',
        ),
      ],
      today: [disruptive(say`Drain the node; reseat or replace the link, and prove it by tokens before and after`)],
      thisWeek: [reversible(say`Alert on replays of PCIe and NVLink`)],
      rollback: [reversible(say`Give it its share again when it keeps up`)],
    }),
  },
  runbook: {
    means:
      'With tensor parallelism each step exchanges data over NVLink or PCIe. A link that loses data sends it again, one that came up narrower or slower takes longer, and between nodes NCCL falls back to TCP without a word but in its log. Then each token takes longer at full clock.',
    check: [
      'Replays: `rate(DCGM_FI_DEV_PCIE_REPLAY_COUNTER[5m])` and `rate(DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL[5m])` by GPU, now and an hour ago',
      'Width and speed under load: `nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.width.current --format=csv`; an idle GPU lowers them by itself',
      'Between nodes, in the log of the start with `NCCL_DEBUG=INFO`: `NET/IB` is right, `NET/Socket` is TCP; then the image lacks the verbs libraries or the pod its devices',
    ],
    avoid: [
      'Do not take a few replays for the cause: every link has some, and only before and after proves it',
      'Do not set variables of NCCL for InfiniBand alone: without libraries and devices they do nothing',
    ],
  },
})
