import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { gpuClock } from '../../signals/gpu.ts'
import { requestTokenMean, specAcceptance } from '../../signals/vllm/features.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import type { Fallback } from '../node.ts'
import { expectedSentences } from '../engine/batch-tests.ts'
import { slowAmongPeers } from '../engine/peers.ts'
import { fleetSentence, knownSentences, nameRows } from '../predicates/sentences.ts'
import { tokenSentence } from '../engine/token-words.ts'

export const decodeUnexplained: Fallback = {
  cause: 'decode',
  title: (at) => {
    const slow = slowAmongPeers(at.evidence)
    const where =
      slow.length === 0 ? say`what grew` : say`slow on ${nameRows(slow)} only (${tokenSentence(at, slow[0])})`
    return say`Decode is ${where}, and what I could read does not say why.`
  },
  because: (at) => [
    ...[decodeMean, interTokenMean, runningMean].map((signal) => fleetSentence(at, signal)),
    ...expectedSentences(at.evidence),
    fleetSentence(at, gpuClock),
    ...knownSentences(at, requestTokenMean, specAcceptance),
  ],
  actions: () => ({
    now: [
      readOnly(say`Look at the GPUs`, 'nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE'),
      readOnly(say`Look at the CPU the engine gets: container CPU against its limit, neighbours on the node`),
    ],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
  runbook: {
    means:
      'Decode is what grew, and none of the causes that whyslow knows fits what it could read. What a request ' +
      'waits after an eviction is booked as decode as well, so look at evictions before you look at GPUs.',
    check: [
      'Evictions: `sum(increase(vllm:num_preemptions_total[5m]))`',
      'One instance or all: `sum by (instance) (rate(vllm:inter_token_latency_seconds_sum[5m])) / sum by (instance) (rate(vllm:inter_token_latency_seconds_count[5m]))` beside `vllm:num_requests_running`',
      'The GPUs: `nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE`; little power at full clock is a GPU that waits for its host',
      'What it was started with, in the log of its start, against that of a peer that is fast: `enforce_eager=True` is without CUDA graphs, `not fully optimized` a slow kernel of a quantisation, `Using default MoE config` a kernel that nobody tuned, `cpu_offload_gb` above 0 weights that cross PCIe at each step',
      'What is asked of it, at the gateway or in the log of requests: does it follow those with `response_format`, `logprobs`, adapters or images?',
      'One client that asks for the logprobs of a thousand tokens and more (decode.logprobs) slows every step, and nothing that is read tells of it: vLLM counts none, and its log of requests holds what users wrote. By hand: `grep -o "logprobs=[0-9]*" <log of requests> | sort | uniq -c`; slow steps come only while it runs, and one core of the engine is at 100 %',
      'The CPU of the pod against its limit: `rate(container_cpu_usage_seconds_total[5m])`',
    ],
    avoid: [
      'Do not call it the GPU before you have compared it with a peer that runs as many requests',
      'Do not look for a change only: an engine that was started so was always slow, and only a peer shows it',
      'Do not restart before the numbers are saved: a restart changes caches, clocks and batches at once, and mends what you then cannot find',
    ],
  },
}
