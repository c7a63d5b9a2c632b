import { disruptive, readOnly } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { loggedEagerMode, loggedSlowKernel } from '../../signals/log.ts'
import type { Signal } from '../../signals/signal.ts'
import { weightOffload } from '../../signals/vllm/cache-config.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { noClockDown } from '../machine/clock-down.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { branch } from '../node.ts'
import type { Branch, Confirmation, Runbook } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { noLargerBatch } from '../engine/batch-tests.ts'
import { fleetSentence, knownSentences, rowsDo } from '../predicates/sentences.ts'

/** A setting of the start that makes every step slow, by the engine's own word. */
interface SlowSetting {
  readonly id: string
  readonly ask: Text
  readonly cause: Cause
  readonly sign: Signal
  readonly settleWith: Text
  /** The title's verb, of one and of several: `runs with …`. */
  readonly one: Text
  readonly several: Text
  readonly mend: Text
  readonly runbook: Runbook
}

/** It may have been so since ever: then it explains slow tokens, and no tokens that became slower. */
const IS_NEW: readonly Confirmation[] = [
  noLargerBatch,
  { ...noClockDown, strength: 'supports' },
  {
    test: onlyByHand('it was not so before'),
    strength: 'supports',
    excludes: 'decode',
    settleWith: say`was it started so when its tokens were fast? Compare the log of its start with that of a fast peer`,
  },
]

function slowSetting({ sign, cause, one, several, mend, ...page }: SlowSetting): Branch {
  return branch({
    ...page,
    when: whereThere(anyRow(rowAbove(sign, 0))),
    confirm: IS_NEW,
    conclude: {
      cause,
      title: (at) => say`${rowsDo(at.outcome.rows, one, several)}, and tokens are slower than before.`,
      because: (at) => [
        ...knownSentences(at, sign),
        ...[interTokenMean, decodeMean, runningMean].map((signal) => fleetSentence(at, signal)),
      ],
      actions: () => ({
        now: [
          readOnly(
            say`Compare the settings of its start with those of a peer that is fast`,
            "kubectl logs <pod> | grep -m3 -E 'non-default args|Initializing|WARNING'",
          ),
        ],
        today: [disruptive(mend)],
        thisWeek: [readOnly(say`Keep the logs of starts: such warnings stand there alone`)],
        rollback: [disruptive(say`Start it again with the flags of before`)],
      }),
    },
  })
}

const COMPARE =
  'A peer of the same model and batch: `sum by (instance) (rate(vllm:inter_token_latency_seconds_sum[5m])) / sum by (instance) (rate(vllm:inter_token_latency_seconds_count[5m]))`'

export const kernelFallback = slowSetting({
  id: 'kernel_fallback',
  ask: say`Does the log of its start warn of a slow kernel?`,
  cause: 'decode.kernel_fallback',
  sign: loggedSlowKernel,
  settleWith: say`grep -E 'not fully optimized|explicitly, so forcing|Using default MoE config' in the log of its start`,
  one: say`runs with a slow kernel, as the log of the start warns`,
  several: say`run with a slow kernel, as the log of the start warns`,
  mend: say`Start one instance without that --quantization (vLLM picks the fast kernel itself), or with a tuned MoE config, and compare`,
  runbook: {
    means:
      'A kernel was chosen that works and is slow: a quantisation that was named on the command line keeps the old one, or ' +
      'nobody tuned the experts of a mixture for this GPU. Some warnings stand there for years and cost little, so the line ' +
      'counts only beside tokens that are slower.',
    check: [
      'In the log of the start: `quantization is not fully optimized yet`, `Using default MoE config. Performance might be sub-optimal!`',
      COMPARE,
    ],
    avoid: ['Do not take the line alone for the cause: was it there when it was fast?'],
  },
})

export const eagerMode = slowSetting({
  id: 'eager_mode',
  ask: say`Does the log of its start say that CUDA graphs are off?`,
  cause: 'decode.eager_mode',
  sign: loggedEagerMode,
  settleWith: say`grep -E 'enforce_eager=True|Enforce eager set' in the log of its start`,
  one: say`runs without CUDA graphs (enforce_eager)`,
  several: say`run without CUDA graphs (enforce_eager)`,
  mend: say`Start one instance without --enforce-eager and compare its inter-token latency; it takes some GPU memory`,
  runbook: {
    means:
      'Without CUDA graphs the host starts every kernel of every step by itself: steps of small batches take as long as that ' +
      'takes, and the GPU waits. It is set for a quick start or to save memory, and by tools that set it unasked.',
    check: ['In the log of the start: `enforce_eager=True`, `Enforce eager set`', COMPARE],
    avoid: ['Do not look for a change if it was always so: only a peer without it shows what it costs'],
  },
})

export const weightsOffloaded = slowSetting({
  id: 'weight_offload',
  ask: say`Are weights kept in the memory of the host, by its own settings?`,
  cause: 'decode.weight_offload',
  sign: weightOffload,
  settleWith: say`cpu_offload_gb in vllm:cache_config_info, or in the log of its start`,
  one: say`keeps a part of the weights in the memory of the host`,
  several: say`keep a part of the weights in the memory of the host`,
  mend: say`Start one instance without --cpu-offload-gb: on more or larger GPUs, or with smaller weights`,
  runbook: {
    means:
      'A part of the weights is read over PCIe at each step, which takes much longer than from the memory of the GPU. ' +
      'It makes a model fit that does not, and every token pays for it.',
    check: ['The label cpu_offload_gb of `vllm:cache_config_info`', COMPARE],
    avoid: ['Do not raise the batch to make up for it: the link is what is full'],
  },
})
