import type { UnixSeconds } from '../../domain/time.ts'
import type { SeriesIndex } from '../../signals/evaluate/series-index.ts'
import { readAt } from '../scenarios/read-at.ts'
import type { ScenarioAlert } from '../scenarios/scenario.ts'

export type RuleState = 'inactive' | 'pending' | 'firing' | 'resolved'

/** An alert as it stands: `startsAt` is when it began to fire, as Prometheus counts. */
export interface AlertNow {
  readonly state: RuleState
  readonly startsAt?: UnixSeconds
  readonly endsAt?: UnixSeconds
}

/** Evaluates a rule once, as Prometheus does after each scrape: it must hold for its `for:` before it fires. */
export function createRule(alert: ScenarioAlert): (series: SeriesIndex, at: UnixSeconds) => AlertNow {
  const holdsFor = Number(alert.for.replace('m', '')) * 60
  let heldSince: UnixSeconds | undefined
  let now: AlertNow = { state: 'inactive' }
  return (series, at) => {
    now = next(alert.fires(readAt(series, at)), at)
    return now
  }

  function next(holds: boolean, at: UnixSeconds): AlertNow {
    if (!holds) {
      heldSince = undefined
      if (now.state === 'firing') return { ...now, state: 'resolved', endsAt: at }
      return now.state === 'resolved' ? now : { state: 'inactive' }
    }
    heldSince ??= at
    if (now.state === 'firing') return now
    return at - heldSince >= holdsFor ? { state: 'firing', startsAt: at } : { state: 'pending' }
  }
}
