import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { kvExpired } from '../../signals/vllm/features.ts'
import { kvUsage, runningMost, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { recentGeneration } from '../../signals/vllm/traffic.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { branch } from '../node.ts'
import type { Case, Confirmation } from '../node.ts'
import { rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { putBack, restartOnly, takeOut } from '../outside/take-out.ts'
import { KV_HELD } from '../thresholds/kv.ts'

/** Nothing ran in the whole window, no token was made, and blocks are in use. */
const isHeldByNobody = together(rowIsZero(runningMost), rowAbove(kvUsage, KV_HELD), rowIsZero(recentGeneration))

const hasExpired = rowWhereThere(rowAbove(kvExpired, 0))

// Gauges are written by steps: an idle engine goes on showing what its last one wrote.
const IS_NO_IDLE_ENGINE: Confirmation = {
  test: onThem(rowAbove(waitingRequests, 0)),
  strength: 'supports',
  excludes: 'healthy',
  settleWith: say`send it one short request: an idle engine shows its last usage until it makes a step`,
}

export const orphanedKv = branch({
  id: 'orphaned_kv',
  ask: say`Are KV blocks held for decode nodes that did not fetch them?`,
  when: anyRow(together(isHeldByNobody, hasExpired)),
  confirm: [IS_NO_IDLE_ENGINE],
  settleWith: say`vllm:nixl_num_kv_expired_reqs_total and vllm:kv_cache_usage_perc of the prefill nodes`,
  conclude: {
    cause: 'pd.orphaned_kv',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`holds KV blocks that no decode node fetched`, say`hold KV blocks that no decode node fetched`)}: they come back when the transfer expires.`,
    because: (at) => reasons(at, kvExpired),
    actions: (at) => ({
      now: [
        readOnly(
          say`Look for what ends requests on the decode side: aborts of clients, timeouts of the gateway, NIC errors`,
        ),
      ],
      today: [
        reversible(say`Make the timeouts of clients and gateway longer than the queue of the decode nodes`),
        disruptive(say`Start ${nameRows(at.outcome.rows)} with a shorter abort timeout of its KV connector`),
      ],
      thisWeek: [disruptive(say`Take a release of the KV connector that tells the prefill side of an abort`)],
      rollback: [disruptive(say`Put the abort timeout back`)],
    }),
  },
  runbook: {
    means:
      'A prefill node keeps the blocks of a prompt until its decode node has fetched them. Where the client left in ' +
      'between, nobody comes, and they stay until the transfer expires. Decode nodes look healthy meanwhile.',
    check: [
      'Expired transfers: `rate(vllm:nixl_num_kv_expired_reqs_total[5m])`, `expired KV blocks` in the log of the prefill node',
      'Its shape: `vllm:kv_cache_usage_perc` falls in steps, one timeout after the aborts',
    ],
    avoid: [
      'Do not add decode nodes: they are not what is full',
      'Do not blame the prefill node for the warnings that it writes: they follow from what ended the requests',
    ],
  },
})

// V1 counts the blocks of live requests alone; cached ones that nobody holds are free. So nothing running means none.
export const kvLeak = branch({
  id: 'kv_leak',
  ask: say`Are KV blocks held although nothing runs?`,
  when: anyRow(together(isHeldByNobody, rowNot(hasExpired))),
  confirm: [
    IS_NO_IDLE_ENGINE,
    {
      test: onlyByHand('the blocks are given back when a transfer expires'),
      strength: 'supports',
      excludes: 'pd.orphaned_kv',
      settleWith: say`plot vllm:kv_cache_usage_perc over an hour: steps down at the transfer timeout are prefill blocks whose decode gave up, a floor that never falls is a leak`,
    },
  ],
  settleWith: say`vllm:kv_cache_usage_perc beside vllm:num_requests_running, over an hour`,
  conclude: {
    cause: 'kv.leak',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`runs nothing`, say`run nothing`)}, yet the KV cache there stays full: blocks are held by nobody.`,
    because: (at) => reasons(at),
    actions: (at) => ({
      now: [
        ...takeOut(at),
        readOnly(say`Is it a prefill node whose decode side gave up? Look for expired transfers in its log`),
        ...restartOnly(at),
      ],
      today: [
        readOnly(
          say`Compare the times of client aborts with the steps of the usage; check the version of the KV connector`,
        ),
      ],
      thisWeek: [readOnly(say`Alert on vllm:kv_cache_usage_perc > 0.5 with nothing running for five minutes`)],
      rollback: [...putBack(at, say`Put the instance back into the balancer`)],
    }),
  },
  runbook: {
    means:
      'Blocks are in use and no request runs that could use them. They leaked on an abort, or on a prefill node they ' +
      'wait for a decode side that gave up (pd.orphaned_kv) and come back when the transfer expires. A full prefix ' +
      'cache is none of it in V1: cached blocks that nobody holds count as free.',
    check: [
      'Held by nobody: `vllm:kv_cache_usage_perc > 0.5 and vllm:num_requests_running == 0` for five minutes',
      'Its shape over an hour: steps down at the transfer timeout are orphans, a floor that never falls is a leak',
      'On a prefill node: `vllm:nixl_num_kv_expired_reqs_total`, and `expired KV blocks` in the log',
    ],
    avoid: [
      'Do not lower concurrency: nothing runs, and the blocks do not come back by it',
      'Do not judge by an idle engine: its gauges stand where the last step left them',
    ],
  },
})

function reasons(at: Case, ...more: readonly Signal[]): readonly Text[] {
  const row = firstRow(at)
  const numbers = [kvUsage, runningMost, waitingRequests, recentGeneration, ...more]
  return row === undefined ? [] : numbers.map((signal) => rowSentence(at, signal, row))
}
