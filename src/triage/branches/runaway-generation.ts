import { readOnly, reversible } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { generation, lengthShare, outputLengthMean } from '../../signals/vllm/traffic.ts'
import { batchExplains } from '../engine/batch-tests.ts'
import { clientActions, longerNamed, longerSentences } from '../outside/client-words.ts'
import { fell, rose } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { fleetSentence, knownSentences, timesBefore } from '../predicates/sentences.ts'
import { MORE_CUT } from '../thresholds/decode.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'
import { FEWER_TOKENS, LONGER_ANSWERS } from '../thresholds/load.ts'

const tokensAsFast = not(rose(interTokenMean, TOKEN_SLOWER))

/** Longer answers stay longer, so more run at once, and each token takes a little longer for it. */
export const runawayGeneration = branch({
  id: 'runaway_generation',
  ask: say`Are the outputs longer while each token is as fast as before, or only as slow as its batch makes it?`,
  when: allOf(rose(outputLengthMean, LONGER_ANSWERS), anyOf(tokensAsFast, batchExplains)),
  confirm: [
    {
      test: tokensAsFast,
      strength: 'supports',
      excludes: 'decode.batch_growth',
      settleWith: say`compare vllm:inter_token_latency_seconds with an hour ago, at as many requests running`,
    },
    {
      test: not(fell(generation, FEWER_TOKENS)),
      excludes: 'engine.hang',
      settleWith: say`rate(vllm:generation_tokens_total[1m]) by instance: a hang makes none`,
    },
    {
      test: rose(lengthShare, MORE_CUT),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`sum by (finished_reason) (rate(vllm:request_success_total[5m])): do more end by length?`,
    },
  ],
  settleWith: say`compare vllm:request_generation_tokens (sum over count) with an hour ago`,
  conclude: {
    cause: 'decode.runaway_generation',
    title: (at) =>
      say`Answers are ${timesBefore(at, outputLengthMean)} as long as before${cutWords(at)}; ${tokenWords(at)}.`,
    because: (at) => [
      fleetSentence(at, outputLengthMean),
      ...knownSentences(at, lengthShare),
      ...[decodeMean, interTokenMean, generation, runningRequests].map((signal) => fleetSentence(at, signal)),
      ...longerSentences(at.evidence, 'answers'),
    ],
    clients: ({ evidence }) => longerNamed(evidence, 'answers'),
    actions: ({ evidence }) => ({
      now: [
        ...clientActions(evidence),
        readOnly(say`Find whose answers grew, and whether they end by \`length\`: finished_reason by client`),
      ],
      today: [reversible(say`Cap max_tokens or the thinking budget at the gateway`)],
      thisWeek: [reversible(say`Alert on the share of finished_reason="length"`)],
      rollback: [reversible(say`Lift the cap`)],
    }),
  },
  runbook: {
    means:
      'Answers are longer while each token is as fast as before: requests take longer because they make more. It ' +
      'is easily taken for slow decode or, with few very long answers, for a hang; there tokens are slower, or ' +
      'none are made.',
    check: [
      'Mean tokens of an answer, now and with `offset 1h`: `sum(rate(vllm:request_generation_tokens_sum[5m])) / sum(rate(vllm:request_generation_tokens_count[5m]))`',
      'Answers that are cut at their cap: `sum by (finished_reason) (rate(vllm:request_success_total[5m]))`, a growing part of `length`',
    ],
    avoid: [
      'Do not tune the engine: its tokens are not slower',
      'Do not restart: long answers are lost half done and asked for again',
      'Do not cap everybody before you know whose answers grew',
    ],
  },
})

function cutWords({ evidence }: Case): Text {
  if (rose(lengthShare, MORE_CUT).evaluate(evidence).answer !== 'yes') return say``
  return say`, and ${formatMeasure(fleetNow(evidence, lengthShare), 'ratio')} of them run to their token limit`
}

function tokenWords({ evidence }: Case): Text {
  return tokensAsFast.evaluate(evidence).answer === 'yes'
    ? say`the tokens themselves are not slower`
    : say`the tokens are slower by no more than the larger batch explains`
}
