import { readOnly, reversible, disruptive } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { gpuPowerDraw } from '../../signals/gpu.ts'
import { loggedGrammarFailures } from '../../signals/log.ts'
import { grammarLookups } from '../../signals/vllm/features.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { noLargerBatch } from '../engine/batch-tests.ts'
import { noClockDown } from '../machine/clock-down.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { anyOf, whereThere } from '../predicates/predicate.ts'
import { anyRow, rowAbove, rowFell } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { MORE_GRAMMARS } from '../thresholds/decode.ts'
import { LESS_POWER } from '../thresholds/gpu.ts'

const moreGrammars = whereThere(rose(grammarLookups, MORE_GRAMMARS))

// The mask of a grammar is computed by the CPU at each step: vllm/v1/structured_output.
export const structuredOutput = branch({
  id: 'structured_output',
  ask: say`Are more requests bound to a grammar (structured output) since tokens are slower?`,
  when: anyOf(moreGrammars, whereThere(anyRow(rowAbove(loggedGrammarFailures, 0)))),
  confirm: [
    noLargerBatch,
    { ...noClockDown, strength: 'supports' },
    {
      test: moreGrammars,
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`did requests with a response_format become more when tokens became slower? Count them at the gateway`,
    },
    {
      test: anyRow(rowFell(gpuPowerDraw, LESS_POWER)),
      strength: 'supports',
      excludes: 'decode.gpu_degraded',
      settleWith: say`on its node: nvidia-smi dmon -s puc; a GPU that waits for its host draws less at full clock`,
    },
  ],
  settleWith: say`tokens of requests with a response_format beside those without: are only the former slow, or all while such run?`,
  conclude: {
    cause: 'decode.structured_output',
    title: (at) => {
      const now = fleetNow(at.evidence, grammarLookups)
      const before = baselineOf(at.evidence, grammarLookups)
      const rate = formatMeasure(now, 'requests/s')
      const was = formatMeasure(before, 'requests/s')
      return now.status === 'present' && before.status === 'present'
        ? say`${rate} ask for a structured output (was ${was}), and tokens are slower: the mask of a grammar is computed by the CPU at each step.`
        : say`Requests with a structured output run while tokens are slow: the mask of a grammar is computed by the CPU at each step.`
    },
    because: (at) => [
      ...knownSentences(at, grammarLookups, loggedGrammarFailures),
      ...[interTokenMean, decodeMean, runningMean].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [
        readOnly(say`Who sends them? Requests with response_format or guided_… at the gateway, by client`),
        reversible(say`Limit those requests at the gateway, and see whether the others are fast again`),
      ],
      today: [
        disruptive(
          say`Start one instance with another backend of --structured-outputs-config (xgrammar, guidance), and compare`,
        ),
      ],
      thisWeek: [
        reversible(say`Give them instances of their own, and keep schemas small and few: each is compiled once`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Requests that are bound to a grammar need a mask of the vocabulary at each step, which the CPU computes while the GPU ' +
      'waits; all requests of a batch wait with them. Newer backends need less and not nothing. That a grammar refused tokens, ' +
      'by the log, says only that there are such requests.',
    check: [
      'Does the time of a token follow their part of all requests? Count `response_format` and `guided_json` at the gateway; vLLM itself counts none, vllm-ascend does: `rate(vllm:structured_output_cache_queries_total[5m])`',
      'The GPU waits: `nvidia-smi dmon -s puc` shows less power at full clock',
      'Where it stands: `py-spy dump --pid <EngineCore>` in structured_output',
    ],
    avoid: [
      'Do not call it the GPU: it is as fast as ever, and waits',
      'Do not take lines of a grammar in the log alone for the cause: they stand there on fast days as well',
    ],
  },
})
