import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { gpuClock } from '../../signals/gpu.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { preemptions, runningMean } from '../../signals/vllm/scheduler.ts'
import { completions, generation } from '../../signals/vllm/traffic.ts'
import { batchIsSeenToExplain, expectedSentences } from '../engine/batch-tests.ts'
import { clockDownUnderLoad } from '../machine/clock-down.ts'
import { below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { anyRow } from '../predicates/row-tests.ts'
import { fleetSentence, timesBefore } from '../predicates/sentences.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'
import { LARGER_BATCH, MORE_REQUESTS } from '../thresholds/load.ts'

/**
 * A slower engine runs more at once, too (Little's law), so a greater batch explains slower tokens only when more
 * requests come.
 */
export const batchGrowth = branch({
  id: 'batch_growth',
  ask: say`Do tokens take longer because more requests run at once?`,
  when: allOf(rose(runningMean, LARGER_BATCH), rose(interTokenMean, TOKEN_SLOWER), rose(completions, MORE_REQUESTS)),
  confirm: [
    {
      test: batchIsSeenToExplain,
      excludes: 'decode',
      settleWith: say`plot inter-token latency against vllm:num_requests_running over the last week`,
    },
    {
      test: not(anyRow(clockDownUnderLoad)),
      excludes: 'decode.thermal_throttle',
      settleWith: say`on each node: nvidia-smi -q -d CLOCK,PERFORMANCE`,
    },
    {
      test: below(preemptions, 1),
      excludes: 'kv.preemption_thrash',
      settleWith: say`increase(vllm:num_preemptions_total[5m])`,
    },
  ],
  settleWith: say`compare vllm:num_requests_running and inter-token latency with an hour ago`,
  conclude: {
    cause: 'decode.batch_growth',
    title: (at) =>
      say`${timesBefore(at, runningMean)} as many requests run at once, so each token takes ${timesBefore(at, interTokenMean)} as long.`,
    because: (at) => [
      ...[runningMean, interTokenMean].map((signal) => fleetSentence(at, signal)),
      ...expectedSentences(at.evidence),
      ...[decodeMean, completions, generation, gpuClock].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [readOnly(say`Is inter-token latency past its objective? If not, this is the batch doing its work`)],
      today: [
        disruptive(
          say`Lower --max-num-seqs to where inter-token latency meets its objective; requests then wait instead`,
        ),
        disruptive(say`Or add instances`),
      ],
      thisWeek: [reversible(say`Scale on requests running per instance`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'More requests come, so more run at once, and each step of a greater batch takes longer: the batch does its ' +
      'work. A slower engine runs more at once as well, because requests stay longer; there no more of them ' +
      'finish.',
    check: [
      'Inter-token latency, now and with `offset 1h`: `sum(rate(vllm:inter_token_latency_seconds_sum[5m])) / sum(rate(vllm:inter_token_latency_seconds_count[5m]))` (older vLLM: `vllm:time_per_output_token_seconds`)',
      'Requests that run at once, now and an hour ago: `sum(vllm:num_requests_running)`',
      'Requests that finish, now and an hour ago: `sum(rate(vllm:request_success_total[5m]))`',
    ],
    avoid: [
      'Do not lower `--max-num-seqs` while inter-token latency meets its objective: requests would wait instead',
      'Do not drain a GPU for it: compare with a peer that runs as many requests first',
      'Do not restart: the batch is as great again in a minute',
    ],
  },
})
