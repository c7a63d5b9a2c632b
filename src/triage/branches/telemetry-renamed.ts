import { readOnly, reversible } from '../../domain/action.ts'
import type { Text } from '../../domain/text.ts'
import { fewOf, say } from '../../domain/text.ts'
import { heardOf, isBlind, othersExposed } from '../engine/blind.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'

export const telemetryRenamed = branch({
  id: 'telemetry_renamed',
  ask: say`Does vLLM expose series, but none under the names that tell what it does?`,
  when: allOf(isBlind, othersExposed),
  confirm: [],
  settleWith: say`list what is exposed: curl -s <instance>/metrics | grep '^vllm'`,
  conclude: {
    cause: 'telemetry.renamed',
    title: () =>
      say`vLLM exposes series, but running, waiting, KV usage and tokens are not among their names: I am blind to its load.`,
    because: ({ evidence }) => [
      say`other vLLM series exist under the selector, so the scrape works; a release or a relabelling has renamed or dropped these`,
      ...readAllTheSame(heardOf(evidence)),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Compare the names at the source with those in Prometheus`,
          "curl -s <instance>/metrics | grep '^# TYPE'",
        ),
        readOnly(
          say`Until then judge by the gateway's latency and the engines' logs; don't restart on missing telemetry`,
        ),
      ],
      today: [
        reversible(
          say`Undo metric_relabel_configs that drop or rename vllm: series, or name the new ones in dashboards`,
        ),
      ],
      thisWeek: [reversible(say`Check the names of each new vLLM release before it is rolled out`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The scrape works and is of vLLM, since some of its series are there. Those that every release has had are not: a ' +
      'new release renamed them, or the scrape job drops or renames them. It is a hole in the monitoring and says ' +
      'nothing of the load.',
    check: [
      "At the source: `curl -s <instance>/metrics | grep -E '^vllm.(num_requests|kv_cache|generation_tokens)'`; what is there was taken on the way",
      'On the way: `metric_relabel_configs` of the scrape job, actions `keep` and `drop` on `__name__`',
    ],
    avoid: [
      'Do not restart engines: nothing says that they are ill',
      'Do not join old and new names with `or` in one query: half a fleet then looks like the whole',
    ],
  },
})

function readAllTheSame(titles: readonly Text[]): readonly Text[] {
  return titles.length === 0 ? [] : [say`what I do read: ${fewOf(titles, 3)}`]
}
