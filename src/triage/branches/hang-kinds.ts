import type { Action } from '../../domain/action.ts'
import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gpuBusy, gpuRecentPower } from '../../signals/gpu.ts'
import {
  loggedDeaths,
  loggedGrammarFailures,
  loggedNcclTimeouts,
  loggedStatsAge,
  loggedWorkerDeaths,
} from '../../signals/log.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { logged } from '../engine/log-words.ts'
import { branch } from '../node.ts'
import type { Branch, Confirmation, Runbook } from '../node.ts'
import { anyOf, not } from '../predicates/predicate.ts'
import { rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import {
  anyRow,
  onThem,
  rowAbove,
  rowAtLeast,
  rowBelow,
  rowFell,
  rowIsZero,
  together,
} from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { rowsDo } from '../predicates/sentences.ts'
import { NCCL_PATIENCE, POWER_FELL, RESTS, SPINS } from '../thresholds/progress.ts'
import { newHardwareXid } from '../machine/xid.ts'
import { reportsFault } from './gpu-fault.ts'
import { makesNoProgress } from '../engine/no-progress.ts'
import { hang } from './hang.ts'
import { runsNothing } from './stuck-queue.ts'

/** One kind of hang: what tells it from the others, and what is done about it beside what is done about every hang. */
interface HangKind {
  readonly id: string
  readonly ask: Text
  readonly cause: Cause
  readonly sign: RowTest
  readonly confirm: readonly Confirmation[]
  readonly settleWith: Text
  /** The end of the title: `b hangs: …`. */
  readonly why: Text
  readonly today: readonly Action<Text>[]
  readonly runbook: Runbook
}

const DUMP = say`py-spy dump --pid <EngineCore>, and of each worker`

/** Each is said where its own reading says so; without it the verdict is the plain hang, asked after these. */
function kindOfHang({ sign, confirm, cause, why, today, ...page }: HangKind): Branch {
  return branch({
    ...page,
    when: anyOf(anyRow(together(makesNoProgress, sign)), anyRow(together(runsNothing, sign))),
    confirm: [...hang.confirm, ...confirm],
    conclude: {
      cause,
      title: (at) => say`${rowsDo(at.outcome.rows, say`hangs`, say`hang`)}: ${why}`,
      because: hang.conclude.because,
      actions: (at) => ({ ...hang.conclude.actions(at), today }),
    },
  })
}

export const hangCollective = kindOfHang({
  id: 'hang_collective',
  ask: say`Does its log tell of an NCCL operation that did not end?`,
  cause: 'engine.hang.collective',
  sign: logged(loggedNcclTimeouts),
  confirm: [
    {
      test: onThem(rowNot(reportsFault)),
      strength: 'supports',
      excludes: 'engine.crash.hw_fault',
      settleWith: say`on its node: dmesg | grep -i xid; a GPU that has failed is the rank that is missing`,
    },
  ],
  settleWith: say`grep 'Watchdog caught collective operation timeout' in the log; ${DUMP}`,
  why: say`an NCCL operation between the GPUs did not end, so a rank is missing in that operation.`,
  today: [
    readOnly(
      say`Find the rank that stands elsewhere than the others, and look at its GPU and link first`,
      'nvidia-smi; nvidia-smi nvlink --errors; dmesg | grep -i -e xid -e nvlink',
    ),
    disruptive(say`If it is the same GPU again, drain its node`),
  ],
  runbook: {
    means:
      'All ranks of one engine wait in an NCCL operation for one that does not come. The watchdog writes of it ' +
      'only when its patience is over, ten minutes as a rule, so the hang is older than the line. The rank that ' +
      'writes is one that waits: the missing one is another.',
    check: [
      'In the log: `Watchdog caught collective operation timeout`, with the operation and its `SeqNum`',
      'Where each rank stands: `py-spy dump --pid <worker>` of every one; the one that stands elsewhere is missing',
      'Its GPU: `nvidia-smi -q` answers on all cards, `dmesg | grep -i xid` is empty',
    ],
    avoid: [
      'Do not blame the rank whose line comes first: it is one that waited',
      'Do not raise the timeout: the operation does not end later either',
    ],
  },
})

export const hangDeadCore = kindOfHang({
  id: 'hang_dead_core',
  ask: say`Does its log tell that the engine behind the server died?`,
  cause: 'engine.hang.dead_core',
  sign: logged(loggedDeaths, loggedWorkerDeaths),
  confirm: [],
  settleWith: say`does the process EngineCore exist? ps -ef | grep -i enginecore`,
  why: say`the engine behind the server died, and the server goes on taking requests.`,
  today: [
    readOnly(say`Read the first error above the death: it is the cause, what servers say after it follows from it`),
  ],
  runbook: {
    means:
      'The engine is another process than the API server. It died or is gone, and the server still answers ' +
      '`/metrics` with the last gauges and takes requests that nobody computes.',
    check: [
      'Is there an engine at all: `ps -ef | grep -i enginecore`',
      'In the log: `EngineCore encountered a fatal error`, `died unexpectedly`; the cause is the first error above',
      '`curl -m 5 <instance>/health` answers 503 once the server knows, and 200 before',
    ],
    avoid: [
      'Do not report `EngineDeadError` as the cause: each request repeats it',
      'Do not wait: it does not come back by itself',
    ],
  },
})

export const hangScheduler = kindOfHang({
  id: 'hang_scheduler',
  ask: say`Does its log tell of a grammar that refused tokens, and rests its GPU?`,
  cause: 'engine.hang.scheduler',
  sign: logged(loggedGrammarFailures),
  confirm: [
    // The line alone is noise as often as not.
    {
      test: onThem(rowBelow(gpuBusy, RESTS)),
      strength: 'supports',
      excludes: 'engine.hang.kernel',
      settleWith: say`${DUMP}: it stands in the scheduler or a grammar, and waits for no CUDA event`,
    },
    {
      test: onlyByHand('it stands in the scheduler or a grammar'),
      strength: 'supports',
      excludes: 'engine.hang.dead_core',
      settleWith: say`${DUMP}: an engine that is gone rests its GPU as well`,
    },
  ],
  settleWith: DUMP,
  why: say`the scheduler stands still after a grammar refused the tokens of a request.`,
  today: [
    readOnly(say`Find the requests with a response_format or guided decoding at that time, and their schema`),
    reversible(say`Refuse that schema at the gateway`),
    disruptive(say`Or start it with another backend of --structured-outputs-config`),
  ],
  runbook: {
    means:
      'The loop that plans the steps waits for itself: a grammar does not advance, or its request is never given up. ' +
      'The GPU rests. The same line stands in logs of engines that go on working, so it counts only beside a hang.',
    check: [
      'In the log: `Failed to advance FSM for request`, `grammar rejected tokens`',
      'Where it stands: `py-spy dump --pid <EngineCore>` shows Python in the scheduler or in structured output',
      'The GPU rests: `nvidia-smi` shows a utilisation near 0',
    ],
    avoid: ['Do not take the line alone for a hang', 'Do not send the same request again: it is what hangs'],
  },
})

const spins = together(rowAtLeast(gpuBusy, SPINS), rowFell(gpuRecentPower, POWER_FELL))

export const hangKernel = kindOfHang({
  id: 'hang_kernel',
  ask: say`Does its GPU spin: busy all the time, with the power of one that does nothing?`,
  cause: 'engine.hang.kernel',
  sign: rowWhereThere(spins),
  confirm: [
    {
      test: not(onThem(newHardwareXid)),
      excludes: 'engine.crash.hw_fault',
      settleWith: say`dmesg | grep -i xid: with a hardware XID it is the card and no kernel`,
    },
    // NCCL's operations spin, too, and are told of only when the watchdog's patience is over.
    {
      test: onThem(together(rowIsZero(loggedNcclTimeouts), rowAbove(loggedStatsAge, NCCL_PATIENCE))),
      strength: 'supports',
      excludes: 'engine.hang.collective',
      settleWith: say`${DUMP}: do all ranks wait for a CUDA event, or does one stand elsewhere?`,
    },
  ],
  settleWith: say`nvidia-smi -q -d UTILIZATION,POWER`,
  why: say`the GPU shows as busy and draws the power of one that does nothing, so a kernel spins there.`,
  today: [
    readOnly(say`Look for what changed in kernels (FlashInfer, NCCL, driver) since it last ran well`),
    disruptive(say`Go back to the kernel libraries of that time, or switch the attention or sampler backend`),
  ],
  runbook: {
    means:
      'A kernel was started and does not end: utilisation stays at 100 % while power falls to that of an idle card. ' +
      'A burst of prefills, speculative decoding or a sampler brings it up. An NCCL operation that waits for a ' +
      'rank looks the same for the first ten minutes.',
    check: [
      'Utilisation and power: `nvidia-smi -q -d UTILIZATION,POWER`; load draws far more',
      'Where it stands: `py-spy dump --pid <EngineCore>` waits for a CUDA event; of several ranks all do',
      'No XID in `dmesg`: with one it is the card',
    ],
    avoid: [
      'Do not take a utilisation of 100 % for work: it only says that some kernel runs',
      'Do not restart before the dump is saved',
    ],
  },
})
