import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { requestTokenMean, specAcceptance } from '../../signals/vllm/features.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { outputLengthMean } from '../../signals/vllm/traffic.ts'
import { noClockDown } from '../machine/clock-down.ts'
import { below, fell, rose } from '../predicates/fleet-tests.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { anyOf, not } from '../predicates/predicate.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { FEWER_ACCEPTED, FEW_ACCEPTED } from '../thresholds/decode.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'
import { LONGER_ANSWERS } from '../thresholds/load.ts'

const acceptanceFell = fell(specAcceptance, FEWER_ACCEPTED)

/** A step takes as long whether its drafts are accepted or not; rejected, it brings one token where it brought several. */
export const specDecode = branch({
  id: 'spec_decode',
  ask: say`Are far fewer of the drafted tokens accepted than before, or few at all?`,
  when: anyOf(acceptanceFell, below(specAcceptance, FEW_ACCEPTED)),
  confirm: [
    {
      test: acceptanceFell,
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`was it always so? Compare accepted over drafted tokens with yesterday, and with drafting off`,
    },
    {
      test: not(rose(interTokenMean, TOKEN_SLOWER)),
      strength: 'supports',
      excludes: 'decode.batch_growth',
      settleWith: say`compare vllm:inter_token_latency_seconds, which is of steps, with an hour ago`,
    },
    {
      test: not(rose(outputLengthMean, LONGER_ANSWERS)),
      excludes: 'decode.runaway_generation',
      settleWith: say`compare vllm:request_generation_tokens (sum over count) with an hour ago`,
    },
    { ...noClockDown, strength: 'supports' },
  ],
  settleWith: say`rate(vllm:spec_decode_num_accepted_tokens_total) over rate(vllm:spec_decode_num_draft_tokens_total)`,
  conclude: {
    cause: 'decode.spec_decode_low_acceptance',
    title: (at) => {
      const now = formatMeasure(fleetNow(at.evidence, specAcceptance), 'ratio')
      const was = formatMeasure(baselineOf(at.evidence, specAcceptance), 'ratio')
      return say`Of the drafted tokens ${now} are accepted (was ${was}), so each step brings fewer tokens for the same work.`
    },
    because: (at) => [
      fleetSentence(at, specAcceptance),
      ...knownSentences(at, requestTokenMean),
      ...[decodeMean, interTokenMean].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`What changed in the traffic: language, temperature, a new client? Drafts fit what they were made for`,
        ),
      ],
      today: [
        disruptive(
          say`Lower num_speculative_tokens on one instance and compare; or start it without --speculative-config`,
        ),
      ],
      thisWeek: [reversible(say`Alert on the part of drafted tokens that is accepted`)],
      rollback: [disruptive(say`Start that instance with its old --speculative-config`)],
    }),
  },
  runbook: {
    means:
      'Every step computes drafted tokens and checks them; those that are rejected were computed for nothing. With few accepted, drafting costs more than it saves, most of all in large batches. Steps are as fast as ever, so inter-token latency, which is of steps, hardly tells it.',
    check: [
      'Accepted of drafted: `sum(rate(vllm:spec_decode_num_accepted_tokens_total[5m])) / sum(rate(vllm:spec_decode_num_draft_tokens_total[5m]))`',
      'By position of the draft: `sum by (position) (rate(vllm:spec_decode_num_accepted_tokens_per_pos_total[5m]))`; positions that are hardly ever accepted are what to cut',
      'The time of a token for whom it serves: `vllm:request_time_per_output_token_seconds`, sum over count',
    ],
    avoid: [
      'Do not draft more tokens to make up for it: the later ones are rejected first',
      'Do not compare with an engine of another version or another batch: only drafting may differ',
    ],
  },
})
