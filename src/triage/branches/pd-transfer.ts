import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { commaed, say } from '../../domain/text.ts'
import {
  kvExpired,
  kvTransferFailures,
  kvTransferMean,
  kvTransferPace,
  waitingDeferred,
} from '../../signals/vllm/features.ts'
import { ttftMean } from '../../signals/vllm/latency.ts'
import { kvPeak, kvUsage, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { isDown } from '../engine/direct-word.ts'
import { above, below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { eitherOf } from '../predicates/row-logic.ts'
import { anyRow, rowAbove, rowAtLeast, rowBelow, together } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, knownSentences, nameRows, rowSentence } from '../predicates/sentences.ts'
import { LOADED } from '../thresholds/gpu.ts'
import { KV_FREE, KV_NEARLY_FULL, LONG_TRANSFER, SLOW_PACE } from '../thresholds/kv.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

// Only the series of a connector (NIXL) show that prefill and decode are apart: without them none of this is asked.
const isApart = whereThere(above(kvTransferMean, 0))
const transfersFail = whereThere(anyRow(rowAtLeast(kvTransferFailures, 1)))
const blocksExpire = whereThere(anyRow(rowAtLeast(kvExpired, 1)))

export const networkFault = branch({
  id: 'pd_network',
  ask: say`Do transfers of KV blocks between prefill and decode fail?`,
  when: anyOf(transfersFail, allOf(anyRow(isDown), blocksExpire)),
  confirm: [
    {
      test: anyOf(anyRow(isDown), rose(ttftMean, SLOWER)),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`does anybody feel it? Time to first token, and instances that are down`,
    },
    {
      test: transfersFail,
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`NIXL's errors in the log of the decode side, and the NIC's error counters`,
    },
    {
      test: onlyByHand('no decode instance was stopped on purpose at that time'),
      strength: 'supports',
      excludes: 'change.deploy_regression',
      settleWith: say`kubectl rollout history of the decode side: transfers to an instance that is stopped fail as well`,
    },
  ],
  settleWith: say`increase(vllm:nixl_num_failed_transfers_total[5m])`,
  conclude: {
    cause: 'pd.network_fault',
    title: (at) =>
      say`KV transfers between prefill and decode fail (${nameRows(at.outcome.rows)}): look at the network, not at the side that logs this.`,
    because: (at) => {
      const row = firstRow(at)
      const own = row === undefined ? [] : [rowSentence(at, kvTransferFailures, row)]
      return [...own, ...knownSentences(at, kvTransferFailures, kvExpired), fleetSentence(at, ttftMean)]
    },
    actions: () => ({
      now: [readOnly(say`Errors of the NICs`, 'ibstat; ethtool -S <nic> | grep -iE "err|drop"; dmesg | tail -50')],
      today: [
        readOnly(say`Does one host or one link show in all of them? Take it out`),
        disruptive(say`Restart the decode instances that died of it`),
      ],
      thisWeek: [reversible(say`Alert on failed transfers and on NIC errors`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'A transfer that fails can end a decode engine, while the prefill side only tells, after its timeout, of blocks that ' +
      'nobody fetched. So the side that logs is not the one at fault. Blocks expire also when clients leave: then no ' +
      'transfer fails.',
    check: [
      'Failures by instance: `increase(vllm:nixl_num_failed_transfers_total[5m])`, beside `increase(vllm:nixl_num_kv_expired_reqs_total[5m])`',
      'The network: `ibstat`, `perfquery`, `ethtool -S <nic>`',
      'The log of the decode side at that moment: `grep -i nixl`',
    ],
    avoid: [
      'Do not blame prefill because it logs the warnings',
      'Do not restart both sides at once: what is between them stays',
    ],
  },
})

const isFullAndWaitedFor = together(
  rowAbove(kvPeak, KV_NEARLY_FULL),
  eitherOf(rowAbove(waitingMean, QUEUE), rowAbove(waitingDeferred, QUEUE)),
)
const isIdle = together(rowBelow(runningMean, LOADED), rowBelow(kvUsage, KV_FREE))

export const decodeBackpressure = branch({
  id: 'pd_backpressure',
  ask: say`Does prefill stand idle because decode has no KV blocks left to take over?`,
  when: allOf(isApart, anyRow(isIdle), anyRow(isFullAndWaitedFor)),
  confirm: [
    {
      test: not(whereThere(above(kvTransferPace, SLOW_PACE))),
      strength: 'supports',
      excludes: 'pd.kv_transfer_slow',
      settleWith: say`time of a transfer over its bytes: vllm:nixl_xfer_time_seconds and vllm:nixl_bytes_transferred`,
    },
    {
      test: rose(ttftMean, SLOWER),
      strength: 'supports',
      excludes: 'queue.skew',
      settleWith: say`which instances prefill and which decode? An idle one of the same role is a skew`,
    },
    {
      test: onlyByHand('the idle instances prefill and the full ones decode'),
      strength: 'supports',
      excludes: 'queue.skew',
      settleWith: say`kv_role in each instance's --kv-transfer-config: two decode instances, one full and one idle, are a skew`,
    },
  ],
  settleWith: say`KV usage and running requests of the prefill and of the decode side`,
  conclude: {
    cause: 'pd.decode_backpressure',
    title: () =>
      say`The decode side is full and the prefill side idle: prefill waits for decode to take its KV blocks.`,
    because: (at) => [kvPeak, waitingMean, runningMean, ttftMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [reversible(say`Admit fewer requests at the gateway until decode has blocks`)],
      today: [disruptive(say`Add decode instances, or turn prefill instances into decode instances`)],
      thisWeek: [readOnly(say`Size decode by the KV blocks of all requests in flight, and prefill by tokens a second`)],
      rollback: [reversible(say`Restore the gateway's limits`)],
    }),
  },
  runbook: {
    means:
      'With prefill and decode apart a prompt is done when decode has taken its KV blocks. Decode that is full takes none, ' +
      'so prompts stand in line while prefill has nothing to do, and the time to the first token explodes.',
    check: [
      'By instance: `vllm:kv_cache_usage_perc`, `vllm:num_requests_running` and `vllm:num_requests_waiting`; decode full, prefill empty',
      'Why they wait: `vllm:num_requests_waiting_by_reason`',
    ],
    avoid: [
      'Do not add prefill instances: they make it worse',
      'Do not read queue and prefill times of the decode side as those of a whole engine',
    ],
  },
})

export const transferSlow = branch({
  id: 'pd_transfer_slow',
  ask: say`Are transfers of KV blocks slow?`,
  when: anyOf(whereThere(above(kvTransferPace, SLOW_PACE)), whereThere(rose(kvTransferMean, SLOWER))),
  confirm: [
    {
      test: above(kvTransferMean, LONG_TRANSFER),
      excludes: 'healthy',
      settleWith: say`is a transfer long enough to be felt? mean of vllm:nixl_xfer_time_seconds`,
    },
    {
      test: anyOf(above(kvTransferPace, SLOW_PACE), rose(kvTransferPace, SLOWER)),
      excludes: 'prefill.longer_prompts',
      settleWith: say`longer prompts take longer to transfer: time over bytes, vllm:nixl_bytes_transferred`,
    },
    {
      test: below(kvPeak, KV_NEARLY_FULL),
      strength: 'supports',
      excludes: 'pd.decode_backpressure',
      settleWith: say`KV usage of the decode side: a full one takes no blocks`,
    },
    {
      test: not(transfersFail),
      strength: 'supports',
      excludes: 'pd.network_fault',
      settleWith: say`increase(vllm:nixl_num_failed_transfers_total[5m])`,
    },
  ],
  settleWith: say`mean of vllm:nixl_xfer_time_seconds over the mean of vllm:nixl_bytes_transferred`,
  conclude: {
    cause: 'pd.kv_transfer_slow',
    title: (at) =>
      say`KV blocks go from prefill to decode too slowly: ${commaed(knownSentences(at, kvTransferPace, kvTransferMean))}.`,
    because: (at) => [
      ...knownSentences(at, kvTransferPace, kvTransferMean),
      fleetSentence(at, ttftMean),
      fleetSentence(at, kvPeak),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Which transport was chosen? Look for TCP in the start log; it tells more if the pod was started with UCX_LOG_LEVEL=info`,
          'kubectl logs <vllm> | grep -iE "ucx|nixl"',
        ),
      ],
      today: [disruptive(say`Give the pods RDMA devices, or cuda_ipc on one host; or a connector that pushes`)],
      thisWeek: [reversible(say`Alert on the time for a GB of KV blocks`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Decode waits for the KV blocks of a prompt, and the link brings fewer than it should: mostly the transport fell back ' +
      'to TCP because no RDMA device is in the pod. Both sides look idle while requests wait in between.',
    check: [
      'Seconds for a GB: `1e9 * sum(rate(vllm:nixl_xfer_time_seconds_sum[5m])) / sum(rate(vllm:nixl_bytes_transferred_sum[5m]))`',
      'The transport in the start log: `grep -iE "ucx|nixl"`; devices in the pod: `ls /dev/infiniband`',
    ],
    avoid: [
      'Do not add instances of either role: both are idle',
      'Do not take it for long prompts before time was put over bytes',
    ],
  },
})
