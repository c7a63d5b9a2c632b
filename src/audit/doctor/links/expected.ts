import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import type { Facts } from '../facts.ts'
import { hasVllm } from '../known-engines.ts'
import { downInstances, oldestFresh } from '../freshness.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { failureText, instancesText, someOf } from '../words.ts'

/** Whether all are there that should be. */
export const expected: Link = {
  id: 'expected',
  question: 'Are all instances there?',
  examine: ({ prometheus, settings, engines }) => {
    if (prometheus === undefined) {
      const there = engines.filter(({ answer }) => answer.kind === 'metrics' && hasVllm(answer.names)).length
      return compare(there, settings.expectedInstances, say``)
    }
    if (prometheus.clock.status === 'failed') return UNASKED
    const { ages } = prometheus
    if (ages.status === 'failed') return unknown(say`not counted: ${failureText(ages)}`)
    const limit = oldestFresh(prometheus)
    const silent = downInstances(prometheus, settings)
    const there = [...ages.value].filter(([instance, age]) => age <= limit && !silent.includes(instance)).length
    const gone = [...ages.value].filter(([, age]) => age > limit).map(([instance]) => instance)
    const missed = [...new Set([...silent, ...gone])]
    return compare(
      there,
      settings.expectedInstances,
      missed.length === 0 ? say`` : say`; not there now: ${someOf(missed)}`,
    )
  },
}

function compare(there: number, wanted: Facts['settings']['expectedInstances'], missed: Text): Finding<Text> {
  if (wanted === undefined) {
    const hint = there === 0 ? '' : say`; expected_instances: ${there} would tell when one is missing`
    return there === 0
      ? unknown(say`none is seen, and expected_instances is not set${missed}`)
      : ok(say`${instancesText(there)} seen${hint}`)
  }
  if (there === wanted) return ok(say`all ${wanted} are there`)
  if (there > wanted) {
    return broken(
      say`${there} are there, ${wanted} are expected`,
      say`The selector matches more than this fleet, or the fleet grew. Narrow the selector, or set in whyslow.yml:`,
      [`expected_instances: ${there}`],
    )
  }
  return broken(
    say`${there} of ${wanted} are there${missed}`,
    say`Start those that are missing, or give them a target if they run. If the fleet is meant to be smaller, set in whyslow.yml:`,
    [`expected_instances: ${there}`],
  )
}
