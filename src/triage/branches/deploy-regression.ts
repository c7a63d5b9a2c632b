import { disruptive, readOnly } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { fewOf, say } from '../../domain/text.ts'
import { endToEndMean, interTokenMean, ttftMean } from '../../signals/vllm/latency.ts'
import { completions, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { baselineAt, fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { not } from '../predicates/predicate.ts'
import { hitsDropped, promptsGrew } from '../engine/prompt-tests.ts'
import { movedWithChange, onlyTheChangedAreSlower, suspectIn } from '../outside/told-changes.ts'
import { nameRows } from '../predicates/sentences.ts'
import type { Signal } from '../../signals/signal.ts'
import { MORE_REQUESTS } from '../thresholds/load.ts'

// That one thing came after another proves little: the same load, prompts and cache have to be slower, and those that
// were not changed as fast as ever.
export const deployRegression = branch({
  id: 'deploy_regression',
  ask: say`Did latency move with a change that I was told of, at the same load?`,
  when: movedWithChange,
  confirm: [
    {
      test: not(rose(completions, MORE_REQUESTS)),
      excludes: 'queue.capacity',
      settleWith: say`compare requests a second with an hour ago`,
    },
    {
      test: not(promptsGrew),
      excludes: 'prefill.longer_prompts',
      settleWith: say`compare vllm:request_prompt_tokens (sum over count) with an hour ago`,
    },
    {
      test: not(hitsDropped),
      excludes: 'prefill.prefix_cache_drop',
      settleWith: say`compare vllm:prefix_cache_hits_total over queries_total with an hour ago`,
    },
    {
      test: onlyTheChangedAreSlower,
      strength: 'supports',
      excludes: 'outside',
      settleWith: say`compare instances on the new version with those on the old; name them in the event (instances)`,
    },
  ],
  settleWith: say`tell whyslow of deploys (POST /events), and compare latency just before and after`,
  conclude: {
    cause: 'change.deploy_regression',
    title: (at) => {
      const suspect = suspectIn(at.evidence)
      const load = isLoadTheSame(at) ? say`; the load is the same` : ''
      return say`Latency moved when this was done: ${suspect?.text ?? say`a change`}${load}.`
    },
    because: (at) => [
      ...[endToEndMean, ttftMean, interTokenMean].flatMap((signal) => aroundSentence(at, signal)),
      ...[completions, promptLengthMean].flatMap((signal) => aroundSentence(at, signal)),
      ...changedSentence(at),
    ],
    actions: (at) => {
      const url = suspectIn(at.evidence)?.url
      return {
        now: [
          readOnly(url === undefined ? say`Read what was changed` : say`Read what was changed: ${url}`),
          disruptive(say`Hold the rollout, or roll it back on one instance and see whether that one is fast again`),
        ],
        today: [readOnly(say`Bisect between the versions, kernel libraries (FlashInfer, NCCL, driver) included`)],
        thisWeek: [readOnly(say`Roll out to one instance first and compare its latency with its peers`)],
        rollback: [disruptive(say`Roll forward again once the cause is mended`)],
      }
    },
  },
  runbook: {
    means:
      'A latency is up from the moments before a change that somebody told whyslow of, was as usual until then, and load, ' +
      'prompt lengths and prefix cache hits have not moved. It is firm only where instances that were not changed are as ' +
      'fast as before. A restart alone empties caches and compiles kernels anew: what ends by itself within minutes is no regression.',
    check: [
      'Before and after: `rate(vllm:e2e_request_latency_seconds_sum[5m]) / rate(vllm:e2e_request_latency_seconds_count[5m])` over the hour around it',
      'By instance: `rate(vllm:inter_token_latency_seconds_sum[5m]) / rate(vllm:inter_token_latency_seconds_count[5m])` of the new version beside the old',
    ],
    avoid: [
      'Do not take the last change for the cause because it is the last: a neighbour, a client or the hardware changes without telling',
      'Do not roll back everything at once: one instance tells whether it helps',
    ],
  },
})

/** `end-to-end latency, mean: 14 s (8.5 s before the change)`; nothing of what was not read. */
function aroundSentence({ evidence }: Case, signal: Signal): readonly Text[] {
  const now = fleetNow(evidence, signal)
  const before = baselineAt(evidence, signal, 'before_change')
  if (now.status === 'absent' || before.status === 'absent') return []
  return [
    say`${signal.title}: ${formatMeasure(now, signal.unit)} (${formatMeasure(before, signal.unit)} before the change)`,
  ]
}

/** Only what was read now and an hour ago can be said to be the same. */
function isLoadTheSame({ evidence }: Case): boolean {
  const isCompared =
    fleetNow(evidence, completions).status === 'present' &&
    baselineAt(evidence, completions, 'hour_before').status === 'present'
  return isCompared && rose(completions, MORE_REQUESTS).evaluate(evidence).answer === 'no'
}

/** How those that were named compare with their peers; nothing where none were named, or not all could be read. */
function changedSentence({ evidence }: Case): readonly Text[] {
  const { answer, rows } = onlyTheChangedAreSlower.evaluate(evidence)
  if (answer === 'yes') {
    return [say`tokens are slower than an hour ago where it was done (${nameRows(rows)}), and on no instance beside`]
  }
  const names = suspectIn(evidence)?.instances ?? []
  const compared = say`tokens are not slower only where it was done (${fewOf(names, 2)}): others are too, or those are not`
  return answer === 'no' ? [compared] : []
}
