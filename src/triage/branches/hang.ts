import { readOnly, reversible } from '../../domain/action.ts'
import type { RowKey } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gpuBusy, gpuRecentPower } from '../../signals/gpu.ts'
import { runningChange, runningRequests, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { recentGeneration, recentSteps } from '../../signals/vllm/traffic.ts'
import { loggedNcclTimeouts, loggedWorkerHangs } from '../../signals/log.ts'
import { logSentences, logShowsNoTokens, orLogTells } from '../engine/log-words.ts'
import { holdsWithoutProgress } from '../engine/no-progress.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { onThem, rowIsRead, rowIsZero } from '../predicates/row-tests.ts'
import { firstRow, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { putBack, restartOnly, takeOut } from '../outside/take-out.ts'

const hasBeenThere = rowIsRead(runningChange)

// The gauges are written by engine steps, so a hung engine freezes them and /metrics goes on answering with them.
export const hang = branch({
  id: 'hang',
  ask: say`Does an engine hold requests without making progress?`,
  when: holdsWithoutProgress,
  confirm: [
    {
      test: orLogTells(onThem(rowIsZero(recentSteps)), loggedWorkerHangs, loggedNcclTimeouts),
      excludes: 'prefill.longer_prompts',
      settleWith: say`a long prefill takes steps, a hang none: py-spy dump --pid <EngineCore>`,
    },
    // A rate over two minutes is made of what there is, also of two scrapes a moment apart.
    {
      test: onThem(hasBeenThere),
      strength: 'supports',
      excludes: 'prefill.longer_prompts',
      settleWith: say`its series are not two minutes old: ask again then`,
    },
    // What is scraped may be another process, or a page that a proxy keeps.
    {
      test: logShowsNoTokens,
      strength: 'supports',
      excludes: 'telemetry.missing',
      settleWith: say`its log tells of tokens: is it the process that is scraped? curl its /metrics directly`,
    },
  ],
  settleWith: say`send a one-token request to each instance: curl -m 20 <instance>/v1/completions …`,
  conclude: {
    cause: 'engine.hang',
    title: (at) => {
      const isSpanned = at.outcome.rows.every((row) => hasBeenThere.answer(at.evidence, row) === 'yes')
      const since = isSpanned ? say`for two minutes` : say`since the first scrape, which is not two minutes ago`
      return say`${rowsDo(at.outcome.rows, say`hangs`, say`hang`)}: requests are held there, and no token has been made ${since}.`
    },
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      const numbers = [runningRequests, waitingRequests, recentGeneration, recentSteps]
      return [
        ...numbers.map((signal) => rowSentence(at, signal, row)),
        ...gpuSentences(at, row),
        ...logSentences(at, row),
      ]
    },
    actions: (at) => ({
      now: [
        ...takeOut(at),
        readOnly(say`Save what a restart destroys`, 'py-spy dump --pid <EngineCore>; nvidia-smi -q; dmesg | tail -100'),
        ...restartOnly(at),
      ],
      today: [
        readOnly(
          say`Which kind of hang is it? Read the dump: a scheduler or grammar stands in Python, a kernel waits for a CUDA event, in a collective the ranks stand in different places, and a dead core is no process at all`,
        ),
        readOnly(say`Look for what changed in kernels (FlashInfer, NCCL, driver) since it last ran well`),
      ],
      thisWeek: [
        reversible(say`Make liveness a heartbeat of steps: /health answers 200 through a hang`),
        reversible(say`Bound retries at the gateway, so that a hang does not multiply load`),
      ],
      rollback: [...putBack(at, say`Put the instance back into the balancer`)],
    }),
  },
  runbook: {
    means:
      'The engine holds requests and makes no step and no token. `/health` goes on answering 200 and the gauges ' +
      'stand still at their last values, so it looks busy. A long prefill makes no token for a while either, but ' +
      'it makes steps; noise in the log while nothing runs is no hang.',
    check: [
      'Requests without tokens: `vllm:num_requests_running > 0 and rate(vllm:generation_tokens_total[2m]) == 0`',
      'Engine steps, none in a hang: `rate(vllm:iteration_tokens_total_count[2m])`',
      'In the log: `No available shared memory broadcast block found`, `Watchdog caught collective operation timeout` or `RPC call to execute_model timed out`',
      'Where it stands: `py-spy dump --pid <EngineCore>`; a GPU at 100 % with the power of an idle one spins: `nvidia-smi -q -d UTILIZATION,POWER`',
    ],
    avoid: [
      'Do not restart before the dump is saved: nothing of it survives',
      'Do not restart the peers that make steps: they are well, and their caches are worth keeping',
      'Do not take a 200 of `/health` for a sign of life',
      'Do not let the gateway try again without bound: each repeated request is one more that hangs',
    ],
  },
})

/** What its GPU does meanwhile; nothing where that is not read. */
function gpuSentences(at: Case, row: RowKey): readonly Text[] {
  return [gpuBusy, gpuRecentPower]
    .filter((signal) => rowNow(at.evidence, signal, row).status === 'present')
    .map((signal) => rowSentence(at, signal, row))
}
