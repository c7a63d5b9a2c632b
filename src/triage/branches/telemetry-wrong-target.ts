import { readOnly, reversible } from '../../domain/action.ts'
import { readingOf } from '../../domain/evidence.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { Text } from '../../domain/text.ts'
import { fewOf, say } from '../../domain/text.ts'
import { engineOf } from '../../signals/other-engines.ts'
import { otherEngines, up } from '../../signals/scrape.ts'
import { allAreOther, anotherEngine, isBlind } from '../engine/blind.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'

export const telemetryWrongTarget = branch({
  id: 'telemetry_wrong_target',
  ask: say`Does something else than vLLM stand at the targets?`,
  when: allOf(isBlind, anotherEngine),
  confirm: [
    {
      test: allAreOther,
      strength: 'supports',
      excludes: 'telemetry.missing',
      settleWith: say`ask each target who it is: a vLLM with --disable-log-stats shows no series of its own either`,
    },
  ],
  settleWith: say`ask the target who it is: curl -s <instance>/metrics | grep '^# TYPE' | head`,
  conclude: {
    cause: 'telemetry.wrong_target',
    title: ({ evidence }) =>
      say`${allAreOther.evaluate(evidence).answer === 'yes' ? say`The` : say`Some of the`} targets are not vLLM: they expose series of ${who(evidence)}, and I cannot tell how that engine fares.`,
    because: (at) => [
      say`${names(at.evidence)} exists under this cluster's selector, and no vLLM series does`,
      fleetSentence(at, up),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Until the scrape is mended judge by the gateway's latency and the engines' logs; don't restart anything`,
        ),
      ],
      today: [
        reversible(
          say`Point the scrape job, or the cluster's \`selector\`, at vLLM's own port (8000 unless --port says otherwise)`,
        ),
      ],
      thisWeek: [reversible(say`Alert on absent(vllm:num_requests_running), so that silence pages`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The scrape works, but what answers is a gateway or another engine: series of its own show it. Whether vLLM is ' +
      'well cannot be said from there. Without such series the same looks like an engine that runs without stats.',
    check: [
      "Who answers: `curl -s <instance>/metrics | grep '^# TYPE' | head`",
      'vLLM answers with a version: `curl -s <instance>/version`',
    ],
    avoid: ['Do not restart what answers: it was asked by mistake', 'Do not read its load as that of vLLM'],
  },
})

function who(evidence: Evidence): Text {
  const engines = namesOf(evidence).flatMap((name) => engineOf(name) ?? [])
  return engines.length === 0 ? say`another engine` : fewOf([...new Set(engines)], 3)
}

function names(evidence: Evidence): Text {
  const found = namesOf(evidence)
  return found.length === 0 ? say`a name of its own` : fewOf(found, 2)
}

function namesOf(evidence: Evidence): readonly string[] {
  const reading = readingOf(evidence, otherEngines.id)
  return reading.status === 'present' ? reading.names : []
}
