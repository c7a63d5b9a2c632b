import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { loggedAdapterLoads } from '../../signals/log.ts'
import { loraWaitedAgo } from '../../signals/vllm/features.ts'
import { prefillMean, ttftMean, ttftP99 } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not, whereThere } from '../predicates/predicate.ts'
import { hitsDropped, promptsGrew } from '../engine/prompt-tests.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences, nameRows } from '../predicates/sentences.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

// Which requests are first ones of an adapter no metric tells: vllm:lora_requests_info has sets of adapters and no times of them.
export const loraColdLoad = branch({
  id: 'lora_cold_load',
  ask: say`Are first tokens late in the tail while LoRA adapters are loaded?`,
  when: allOf(whereThere(anyRow(rowAbove(loggedAdapterLoads, 0))), rose(ttftP99, SLOWER)),
  confirm: [
    {
      test: not(anyRow(rowAbove(waitingMean, QUEUE))),
      strength: 'supports',
      excludes: 'queue',
      settleWith: say`requests wait in the engines: look there first`,
    },
    {
      test: not(promptsGrew),
      excludes: 'prefill.longer_prompts',
      settleWith: say`compare the mean of vllm:request_prompt_tokens with an hour ago`,
    },
    {
      test: not(hitsDropped),
      excludes: 'prefill.prefix_cache_drop',
      settleWith: say`compare vllm:prefix_cache_hits_total over queries_total with an hour ago`,
    },
    {
      test: onlyByHand('only the first requests of an adapter are slow'),
      strength: 'supports',
      excludes: 'prefill',
      settleWith: say`send two requests with an adapter that nobody has used yet: the first slow and the second fast is the load`,
    },
  ],
  settleWith: say`grep 'Loaded new LoRA adapter' in the log of vLLM; send two requests with an adapter that nobody has used yet`,
  conclude: {
    cause: 'lora.cold_load',
    title: (at) =>
      say`LoRA adapters are loaded on ${nameRows(at.outcome.rows)}, and first tokens are late in the tail: the first request of an adapter may wait for the load.`,
    because: (at) => [
      ...knownSentences(at, loggedAdapterLoads, loraWaitedAgo),
      ...[ttftP99, ttftMean, prefillMean].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [readOnly(say`Which adapters, and how long does one take?`, "kubectl logs <pod> | grep -i 'lora'")],
      today: [
        reversible(
          say`Load adapters before they are asked for: --lora-modules at the start, or a request with each of them`,
        ),
        reversible(say`Send requests of one adapter to the same instances`),
      ],
      thisWeek: [reversible(say`Keep adapters on a local disk, and raise --max-cpu-loras so that they stay in memory`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The first request of an adapter waits until its weights are read and put onto the GPU, seconds to half a minute by rank ' +
      'and disk; later ones do not. The tail of the first token follows how many adapters there are, and not the load.',
    check: [
      'In the log: `Loaded new LoRA adapter`, at the times of the slow requests',
      'Two requests with an adapter that nobody has used yet: the first slow, the second fast',
      'Who waits for a slot instead: `waiting_lora_adapters` of the newest `vllm:lora_requests_info`',
    ],
    avoid: [
      'Do not raise `--max-loras` for it: that is for adapters at once, and takes GPU memory',
      'Do not judge by the mean alone: few requests are first ones',
    ],
  },
})
