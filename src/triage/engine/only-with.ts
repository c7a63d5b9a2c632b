import { say } from '../../domain/text.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { slowerThanBatch } from './batch-tests.ts'
import type { Confirmation } from '../node.ts'
import { not, whereThere } from '../predicates/predicate.ts'
import { rowNot } from '../predicates/row-logic.ts'
import { anyRow, rowRose, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'

/** That tokens are slower only where the sign is: where they are slower without it as well, something else may be why on all. */
export function slowerOnlyWith(sign: RowTest): Confirmation {
  return {
    test: not(whereThere(anyRow(together(rowRose(interTokenMean, TOKEN_SLOWER), slowerThanBatch, rowNot(sign))))),
    strength: 'supports',
    excludes: 'decode',
    settleWith: say`tokens are as slow on instances where this is not so: what have all of them in common since then?`,
  }
}
