import { readOnly, reversible } from '../../domain/action.ts'
import { fewOf, say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { reporting } from '../../signals/vllm/scheduler.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { mute, notExposed, partExposed, upWithoutSeries } from '../engine/blind.ts'
import { above, fell } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { fleetSentence, nameRows, oneOr } from '../predicates/sentences.ts'
import { ONE_FEWER } from '../thresholds/process.ts'

const AVOID = [
  'Do not restart engines: nothing says that they are ill',
  'Do not read a sum over the fleet as the whole: it is of what reports',
] as const

// A target that never had them, such as a router under the same selector, is no loss: what is gone was there before.
export const fewerReport = branch({
  id: 'telemetry_partial',
  ask: say`Have some engines lost their vLLM series, while as many targets are up as before?`,
  when: allOf(fell(reporting, ONE_FEWER), not(fell(up, ONE_FEWER))),
  confirm: [
    {
      test: upWithoutSeries,
      excludes: 'instance.down',
      settleWith: say`which target is up without series? up{…} == 1 unless on (instance) vllm:num_requests_running`,
    },
    // Behind an agent that answers for it (Ray), an engine that died leaves the same.
    {
      test: onlyByHand('the engines whose series are gone serve'),
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`send a one-token request to each: curl -m 20 <instance>/v1/completions …`,
    },
  ],
  settleWith: say`count(vllm:num_requests_running) now and an hour ago, beside sum(up)`,
  conclude: {
    cause: 'telemetry.partial',
    title: ({ evidence }) =>
      mute(evidence).length === 0
        ? say`Some engines have lost their vLLM series although their targets are up: of those I see nothing, not even whether they live.`
        : oneOr(
            mute(evidence),
            say`${nameRows(mute(evidence))} is up, but has lost its vLLM series: of it I see nothing, not even whether it serves.`,
            say`${nameRows(mute(evidence))} are up, but have lost their vLLM series: of them I see nothing, not even whether they serve.`,
          ),
    because: (at) => [
      fleetSentence(at, reporting),
      fleetSentence(at, up),
      say`sums over the fleet are of those engines that report`,
    ],
    actions: () => ({
      now: [
        readOnly(say`Look whether the series are there at the source`, "curl -s <instance>/metrics | grep -c '^vllm'"),
        readOnly(say`Judge those by the gateway's latency and their logs; don't restart on missing telemetry`),
      ],
      today: [
        reversible(say`Start them with the arguments of the others: --disable-log-stats takes all vLLM series away`),
      ],
      thisWeek: [
        reversible(say`Alert on count(up == 1) greater than the count of instances with vllm:num_requests_running`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'As many targets are scraped as before, but fewer of them have vLLM series. Sums over the fleet are now of a part ' +
      'of it, so that load seems to have fallen. Engines that were started with other arguments do it, or another release.',
    check: [
      'Which they are: `up{job=~"vllm.*"} == 1 unless on (instance) vllm:num_requests_running`',
      "At the source: `curl -s <instance>/metrics | grep -c '^vllm'`; 0 is an engine without stats, more is a relabelling",
    ],
    avoid: AVOID,
  },
})

// Only where no cause is found and the fleet cannot be called healthy: it says why.
export const familiesMissing = branch({
  id: 'telemetry_families',
  ask: say`Is only a part of what each vLLM exposes there?`,
  when: allOf(above(up, 0), partExposed),
  confirm: [
    // That they are missing is certain; that nothing else is wrong is not.
    {
      test: onlyByHand('nothing is wrong beside that'),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`look at what these would tell: curl -s <instance>/metrics`,
    },
  ],
  settleWith: say`list what is exposed: curl -s <instance>/metrics | grep '^vllm'`,
  conclude: {
    cause: 'telemetry.partial',
    title: ({ evidence }) =>
      say`I can't tell: ${fewOf(notExposed(evidence), 2)} not exposed, while other vLLM series are.`,
    because: (at) => [fleetSentence(at, up), say`absent is neither 0 nor healthy: what these would tell is not known`],
    actions: () => ({
      now: [
        readOnly(
          say`Compare the names at the source with those in Prometheus`,
          "curl -s <instance>/metrics | grep '^# TYPE'",
        ),
      ],
      today: [reversible(say`Undo metric_relabel_configs that drop or rename vllm: series`)],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Series that every vLLM has are missing while others are there: dropped on the way, or renamed by a release. With ' +
      'what is left no cause was found, nor can the fleet be called healthy.',
    check: ["At the source: `curl -s <instance>/metrics | grep '^# TYPE vllm'`, beside what Prometheus has"],
    avoid: AVOID,
  },
})
