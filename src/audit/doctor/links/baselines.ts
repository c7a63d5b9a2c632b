import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import { BASELINE_NAMES, type BaselineName } from '../../../domain/window.ts'
import type { PrometheusFacts } from '../facts.ts'
import { type Link, UNASKED, ok, unknown } from '../link.ts'
import { failureText, someOf } from '../words.ts'

const SAID: Readonly<Record<BaselineName, Text>> = {
  hour_before: say`the hour before`,
  yesterday: say`yesterday`,
  week_ago: say`a week ago`,
}

/** Whether there is something to compare with. */
export const baselines: Link = {
  id: 'baselines',
  question: 'Is there a past to compare with?',
  examine: ({ prometheus }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const failed = Object.values(prometheus.baselines).find(({ status }) => status === 'failed')
    if (failed?.status === 'failed') return unknown(say`not looked at: ${failureText(failed)}`)
    const found = BASELINE_NAMES.filter((name) => isThere(prometheus, name))
    const missing = BASELINE_NAMES.filter((name) => !isThere(prometheus, name))
    if (found.length === 0) {
      return unknown(
        say`nothing from an hour ago, yesterday or a week ago`,
        say`wait if the fleet is new; else keep 8 days`,
      )
    }
    const gaps =
      missing.length === 0 ? '' : say`; not ${someOf(missing.map((name) => SAID[name]))} (keep 8 days for all)`
    return ok(say`${someOf(found.map((name) => SAID[name]))}${gaps}`)
  },
}

function isThere({ baselines }: PrometheusFacts, name: BaselineName): boolean {
  const outcome = baselines[name]
  return outcome.status === 'ok' && outcome.value
}
