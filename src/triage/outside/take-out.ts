import type { Action } from '../../domain/action.ts'
import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { serving } from '../../signals/serving.ts'
import { kvUsage, runningRequests, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { fleetNow, rowNow, rowsOf } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'
import { nameRows, oneOr } from '../predicates/sentences.ts'
import { newHardwareXid } from '../machine/xid.ts'

/** How instances that are ill get no more requests: not where nobody would be left to serve them. */
export function takeOut({ evidence, outcome: { rows } }: Case): readonly Action<Text>[] {
  return [
    hasOthers(evidence, rows)
      ? reversible(say`Take ${nameRows(rows)} out of the balancer`)
      : readOnly(
          oneOr(
            rows,
            say`Leave it in the balancer: I see no other instance that would serve`,
            say`Leave them in the balancer, or take out one at a time: I see no other instance that would serve`,
          ),
        ),
  ]
}

/** What undoes it, where it was advised. */
export function putBack({ evidence, outcome: { rows } }: Case, text: Text): readonly Action<Text>[] {
  return hasOthers(evidence, rows) ? [reversible(text)] : []
}

/** Never all at once: each start costs minutes and a cache. A GPU that is broken is so after a restart as well. */
export function restartOnly(
  { evidence, outcome: { rows } }: Case,
  text: (rows: readonly RowKey[]) => Text = thenRestart,
): readonly Action<Text>[] {
  const broken = rows.filter((row) => newHardwareXid.answer(evidence, row) === 'yes')
  const sound = rows.filter((row) => !broken.includes(row))
  return [
    ...(sound.length === 0 ? [] : [disruptive(text(sound))]),
    ...(broken.length === 0
      ? []
      : [
          disruptive(
            oneOr(
              broken,
              say`Start ${nameRows(broken)} on another node, and drain its own: a GPU reports a hardware error there (XID), which a restart does not mend`,
              say`Start ${nameRows(broken)} on other nodes, and drain their own: GPUs report hardware errors there (XID), which a restart does not mend`,
            ),
          ),
        ]),
  ]
}

function thenRestart(rows: readonly RowKey[]): Text {
  return oneOr(
    rows,
    say`Then restart ${nameRows(rows)}, and only it`,
    say`Then restart ${nameRows(rows)}, one after the other, and only them`,
  )
}

/** Others are those that are known by name and not down; where none has a name, the number of those that are up says it. */
function hasOthers(evidence: Evidence, rows: readonly RowKey[]): boolean {
  const ill = new Set(rows.map(({ instance }) => instance))
  const known = KNOWN_BY.flatMap((signal) => rowsOf(evidence, signal).map(({ key }) => key))
  const others = known.filter(
    (key) => !ill.has(key.instance) && valueOf(rowNow(evidence, up, { instance: key.instance })) !== 0,
  )
  const isNamed = rowsOf(evidence, up).length > 0
  return others.length > 0 || (!isNamed && (valueOf(fleetNow(evidence, up)) ?? 0) > ill.size)
}

const KNOWN_BY = [up, serving, runningRequests, waitingMean, kvUsage, completions] as const
