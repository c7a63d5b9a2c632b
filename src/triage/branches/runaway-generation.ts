import { readOnly, reversible } from '../../domain/action.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { outputLengthMean } from '../../signals/vllm/traffic.ts'
import { rose } from '../fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicate.ts'
import { fleetSentence, timesBefore } from '../sentences.ts'
import { LONGER_ANSWERS, TOKEN_SLOWER } from '../thresholds.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'

export const runawayGeneration = branch({
  id: 'runaway_generation',
  ask: 'Are the outputs longer while each token is as fast as before?',
  when: allOf(rose(outputLengthMean, LONGER_ANSWERS), not(rose(interTokenMean, TOKEN_SLOWER))),
  confirm: [],
  settleWith: 'compare vllm:request_generation_tokens (sum over count) with an hour ago',
  conclude: {
    cause: 'decode.runaway_generation',
    title: (at) =>
      `Answers are ${timesBefore(at, outputLengthMean)} as long as before; the tokens themselves are not slower.`,
    because: (at) =>
      [outputLengthMean, decodeMean, interTokenMean, runningRequests].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly('Find whose answers grew, and whether they end by `length`: finished_reason by client')],
      today: [reversible('Cap max_tokens or the thinking budget at the gateway')],
      thisWeek: [reversible('Alert on the share of finished_reason="length"')],
      rollback: [reversible('Lift the cap')],
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
