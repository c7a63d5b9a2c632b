import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { loggedDeaths, loggedWorkerDeaths, loggedWorkerHangs } from '../../signals/log.ts'
import { waitingDeferred } from '../../signals/vllm/features.ts'
import { kvPeak, runningMost, waitingMean, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { arrivals, recentGeneration, recentSteps } from '../../signals/vllm/traffic.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { logSentences, logTells } from '../engine/log-words.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAbove, rowAtLeast, rowBelow, rowIsZero, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, oneOr, rowSentence, rowsDo } from '../predicates/sentences.ts'
import { putBack, restartOnly, takeOut } from '../outside/take-out.ts'
import { KV_HELD } from '../thresholds/kv.ts'
import { WAITS_LONG } from '../thresholds/progress.ts'

/** Nothing ran in the whole window, and for most of it somebody waited, and not for an adapter, a transfer or a grammar. */
export const runsNothing = together(
  rowIsZero(runningMost),
  rowAbove(waitingRequests, 0),
  rowAbove(waitingMean, WAITS_LONG),
  rowIsZero(recentGeneration),
  rowNot(rowWhereThere(rowAbove(waitingDeferred, WAITS_LONG))),
)

const hasRoom = rowBelow(kvPeak, KV_HELD)

// A scheduler that counts newcomers is alive. The length of what waits is in no metric.
export const requestExceedsPool = branch({
  id: 'request_exceeds_pool',
  ask: say`Does the queue of an instance grow while nothing runs and its KV cache has room?`,
  when: anyRow(together(runsNothing, hasRoom, rowAtLeast(arrivals, 1))),
  confirm: [
    {
      test: onlyByHand('the prompt at the head of the queue needs more KV than there is'),
      strength: 'supports',
      excludes: 'engine.hang',
      settleWith: say`compare \`GPU KV cache size: … tokens\` in its start log with the longest prompt that waits; do short requests get through after a restart?`,
    },
  ],
  settleWith: say`compare \`GPU KV cache size: … tokens\` in the start log with the prompts that wait`,
  conclude: {
    cause: 'kv.request_exceeds_pool',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`runs nothing`, say`run nothing`)} while ${waitingWords(at)}: the first of them may need more KV cache than there is, and holds up the rest.`,
    because: reasons,
    actions: (at) => ({
      now: [
        readOnly(say`Find the longest prompt among those that wait: its client, and its length in tokens`),
        reversible(say`Have that client give its request up: who leaves is taken out of the queue`),
        disruptive(say`Where nobody gives up, restart ${nameRows(at.outcome.rows)}`),
      ],
      today: [disruptive(say`Lower --max-model-len to the tokens that the start log says the KV cache holds`)],
      thisWeek: [reversible(say`Refuse longer prompts at the gateway`)],
      rollback: [disruptive(say`Put --max-model-len back`)],
    }),
  },
  runbook: {
    means:
      'The first of the queue fits `--max-model-len` and not the KV cache, so it can never start, and what came ' +
      'later stands behind it. The scheduler is alive and counts newcomers. A dead engine shows the same, but its ' +
      'queue does not grow.',
    check: [
      'Nothing runs and the queue grows: `vllm:num_requests_running == 0`, `deriv(vllm:num_requests_waiting[5m]) > 0`',
      'What fits: `GPU KV cache size` and `Maximum concurrency` in the start log; below 1.00x one request of full length does not fit',
      'Requests that wait for a transfer or a grammar instead: `vllm:num_requests_waiting_by_reason{reason="deferred"}`',
    ],
    avoid: [
      'Do not only restart: a client that tries again brings the same request back',
      'Do not add replicas: it blocks each of them',
    ],
  },
})

// The parent of the two: what tells them apart is a process, or the length of a prompt.
export const stuckQueue = branch({
  id: 'stuck_queue',
  ask: say`Does an instance run nothing while requests wait and its KV cache has room?`,
  when: anyRow(together(runsNothing, hasRoom)),
  confirm: [
    {
      test: logTells(loggedDeaths, loggedWorkerDeaths, loggedWorkerHangs),
      strength: 'supports',
      excludes: 'kv.request_exceeds_pool',
      settleWith: say`does the process EngineCore exist and work? ps -ef | grep -i enginecore; py-spy dump --pid <EngineCore>. If it does, compare the longest prompt that waits with \`GPU KV cache size\` in the start log`,
    },
    {
      test: onThem(rowIsZero(arrivals)),
      strength: 'supports',
      excludes: 'kv.request_exceeds_pool',
      settleWith: say`its queue grows, so its scheduler is alive: compare the longest prompt with the KV cache`,
    },
  ],
  settleWith: say`ps -ef | grep -i enginecore on the instance`,
  conclude: {
    cause: 'engine.hang',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`runs nothing`, say`run nothing`)} while ${waitingWords(at)}: nobody takes them up.`,
    because: reasons,
    actions: (at) => ({
      now: [
        ...takeOut(at),
        readOnly(
          say`Is there an engine behind the server?`,
          'ps -ef | grep -i enginecore; py-spy dump --pid <EngineCore>',
        ),
        ...restartOnly(at, (rows) =>
          oneOr(
            rows,
            say`If it is gone or stands still, restart ${nameRows(rows)}, and only it`,
            say`If they are gone or stand still, restart ${nameRows(rows)}, one after the other, and only them`,
          ),
        ),
      ],
      today: [readOnly(say`If it is alive, look for a prompt that is longer than the KV cache`)],
      thisWeek: [reversible(say`Make liveness a heartbeat of steps: /health answers 200 through this`)],
      rollback: [...putBack(at, say`Put the instance back into the balancer`)],
    }),
  },
  runbook: {
    means:
      'Requests wait, none runs and no block is held. The engine process died or stands still behind a server that ' +
      'answers (engine.hang.dead_core), or the first request can never fit and blocks the rest (kv.request_exceeds_pool). ' +
      'The metrics are alike: a process or the length of a prompt tells them apart.',
    check: [
      'Is there an engine: `ps -ef | grep -i enginecore`; does it move: `py-spy dump --pid <EngineCore>` twice',
      'Does the queue grow: `deriv(vllm:num_requests_waiting[5m])`; a dead engine counts no newcomers',
      'What fits: `GPU KV cache size` in the start log beside the longest prompt that waits',
    ],
    avoid: [
      'Do not take a 200 of `/version` or `/health` for an engine',
      'Do not restart before you looked for the process',
    ],
  },
})

function waitingWords(at: Case): Text {
  const row = firstRow(at)
  return row === undefined
    ? say`requests wait`
    : say`${formatMeasure(rowNow(at.evidence, waitingRequests, row), 'requests')} wait`
}

function reasons(at: Case): readonly Text[] {
  const row = firstRow(at)
  if (row === undefined) return []
  const numbers = [runningMost, waitingRequests, kvPeak, recentGeneration, recentSteps, arrivals]
  return [...numbers.map((signal) => rowSentence(at, signal, row)), ...logSentences(at, row)]
}
