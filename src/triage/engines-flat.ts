import { endToEndMean } from '../signals/vllm/latency.ts'
import { waitingMean } from '../signals/vllm/scheduler.ts'
import { holdsWithoutProgress } from './branches/hang.ts'
import { rose } from './fleet-tests.ts'
import type { Confirmation } from './node.ts'
import { not } from './predicate.ts'
import { anyRow, rowAbove } from './row-tests.ts'
import { QUEUE, SLOWER } from './thresholds.ts'

/**
 * That nothing behind the gateway explains what it answers: a timeout, a client that leaves or an error is mostly the
 * end of a wait for an engine.
 */
export const ENGINES_FLAT: readonly Confirmation[] = [
  {
    test: not(holdsWithoutProgress),
    excludes: 'engine.hang',
    settleWith: 'send a one-token request to each instance',
  },
  {
    test: not(anyRow(rowAbove(waitingMean, QUEUE))),
    strength: 'supports',
    excludes: 'queue',
    settleWith: 'requests wait in the engines: that is what their patience ends with',
  },
  {
    test: not(rose(endToEndMean, SLOWER)),
    strength: 'supports',
    excludes: 'decode',
    settleWith: 'the engines are slower than before: that is what their patience ends with',
  },
]
