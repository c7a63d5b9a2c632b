import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { serving } from '../../signals/serving.ts'
import { anotherEngine, isBlind, othersExposed } from '../engine/blind.ts'
import { isSeen, noneSeen, onlyScrapeFails } from '../engine/direct-word.ts'
import { above } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { oneOr, rowsDo } from '../predicates/sentences.ts'

// --disable-log-stats removes every vllm: series while /metrics goes on answering: vllm/v1/engine/async_llm.py.
export const telemetryMissing = branch({
  id: 'telemetry_missing',
  ask: say`Are the targets scraped, but without any vLLM series?`,
  when: anyOf(allOf(isBlind, not(othersExposed), not(anotherEngine)), onlyScrapeFails),
  confirm: [
    // Another service without a series that whyslow knows looks the same, and restarting that mends nothing.
    {
      test: above(serving, 0),
      strength: 'supports',
      excludes: 'telemetry.wrong_target',
      settleWith: say`does vLLM stand there? curl -m 5 -sS <instance>/version`,
    },
    // Who is blind reads nothing: what is there all the same says that the scrape works, or that the readings are of another time.
    {
      test: noneSeen,
      strength: 'supports',
      excludes: 'inconclusive',
      settleWith: say`does its scrape fail? Look at up and vllm:num_requests_running of it side by side`,
    },
  ],
  settleWith: say`list what is exposed: curl -s <instance>/metrics | grep '^vllm'`,
  conclude: {
    cause: 'telemetry.missing',
    title: ({ evidence, outcome: { rows } }) => {
      if (rows.length === 0) {
        return say`The targets answer, but expose no vLLM series: I am blind to what the engines do.`
      }
      const answer = rowsDo(rows, say`answers when asked`, say`answer when asked`)
      if (rows.some((row) => isSeen(evidence, row))) {
        return oneOr(
          rows,
          say`${answer}, and its readings are there, though its scrape is said to fail: one of the two is wrong.`,
          say`${answer}, and readings of them are there, though their scrapes are said to fail: one of the two is wrong.`,
        )
      }
      return oneOr(
        rows,
        say`${answer}, but its metrics cannot be scraped: I am blind to what it does.`,
        say`${answer}, but their metrics cannot be scraped: I am blind to what they do.`,
      )
    },
    because: ({ outcome: { rows } }) => [
      rows.length === 0
        ? say`no name that begins with vllm: or vllm_ exists for this cluster's selector`
        : oneOr(
            rows,
            say`its scrape fails while whyslow is answered there: this is no reason for a restart`,
            say`their scrapes fail while whyslow is answered there: this is no reason for a restart`,
          ),
    ],
    actions: () => ({
      now: [
        readOnly(say`Look whether the series are there at the source`, "curl -s <instance>/metrics | grep -c '^vllm'"),
        readOnly(
          say`Until then judge by the gateway's latency and the engines' logs; don't restart on missing telemetry`,
        ),
      ],
      today: [
        disruptive(say`Start vLLM without --disable-log-stats`),
        reversible(
          say`Check that the cluster's \`selector\` and the scrape job name the vLLM port, not another service`,
        ),
      ],
      thisWeek: [reversible(say`Alert on absent(vllm:num_requests_running), so that silence pages`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The targets are scraped and have no vLLM series, or the scrape fails while the engine answers when asked ' +
      'itself: nothing is known of the engines, neither that they are well nor that they are not. It is easily ' +
      'taken for an idle fleet, or for an outage.',
    check: [
      'Targets that are up and have no series, with your job: `up{job=~"vllm.*"} == 1 unless on (instance) last_over_time(vllm:num_requests_running[5m])`',
      'What a target exposes: `curl -s <instance>/metrics | grep -c ^vllm`; none at all is `--disable-log-stats`, or the port of another service',
      'Does it work all the same? Look for `200 OK` in its access log, and at the rate of its upstream at the gateway',
    ],
    avoid: [
      'Do not restart anything on missing telemetry alone: it is no sign that an engine is ill',
      'Do not read silence as zero: alerts on the missing series cannot fire, and an autoscaler that reads them stands still',
    ],
  },
})
