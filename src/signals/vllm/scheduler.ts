import { say } from '../../domain/text.ts'
import { RECENT } from './recent.ts'
import { finished, kvCache, preemption, running, waiting } from '../families.ts'
import type { Signal } from '../signal.ts'
import { increase, last, overRange, ratio } from '../term-builders.ts'
import { COUNTER, GAUGE } from './engine.ts'

export const waitingRequests: Signal = {
  ...GAUGE,
  id: 'waiting',
  title: say`requests waiting`,
  unit: 'requests',
  term: last(waiting, 'sum'),
  rows: 'now',
  baselined: false,
}

/** Over the window, so that one busy instant neither makes nor hides a queue. */
export const waitingMean: Signal = {
  ...GAUGE,
  id: 'waiting_mean',
  title: say`requests waiting, mean`,
  unit: 'requests',
  term: overRange(waiting, 'avg', 'sum'),
  rows: 'now',
  baselined: true,
}

export const waitingPeak: Signal = {
  ...GAUGE,
  id: 'waiting_peak',
  title: say`requests waiting, most`,
  unit: 'requests',
  term: overRange(waiting, 'max', 'sum'),
  rows: 'none',
  baselined: false,
}

export const runningRequests: Signal = {
  ...GAUGE,
  id: 'running',
  title: say`requests running`,
  unit: 'requests',
  term: last(running, 'sum'),
  rows: 'now',
  baselined: false,
}

/** Not how many run, but how many engines say so: fewer than before while as many are scraped are gone from sight only. */
export const reporting: Signal = {
  ...GAUGE,
  id: 'reporting',
  title: say`engines with vLLM series`,
  unit: 'instances',
  term: last(running, 'count'),
  rows: 'none',
  baselined: true,
}

export const runningMean: Signal = {
  ...GAUGE,
  id: 'running_mean',
  title: say`requests running, mean`,
  unit: 'requests',
  term: overRange(running, 'avg', 'sum'),
  rows: 'now_and_before',
  baselined: true,
}

/** There only where the series was there two minutes ago: what was first scraped a moment ago has not done nothing for two minutes. */
export const runningChange: Signal = {
  ...GAUGE,
  id: 'running_change',
  title: say`requests running, more than two minutes ago`,
  unit: 'requests',
  term: { kind: 'growth', family: running, over: RECENT },
  rows: 'now',
  baselined: false,
}

export const runningMost: Signal = {
  ...GAUGE,
  id: 'running_most',
  title: say`requests running, most`,
  unit: 'requests',
  term: overRange(running, 'max', 'sum'),
  rows: 'now',
  baselined: false,
}

export const kvUsage: Signal = {
  ...GAUGE,
  id: 'kv_usage',
  title: say`KV cache usage`,
  unit: 'ratio',
  term: overRange(kvCache, 'avg', 'avg'),
  rows: 'now',
  baselined: true,
}

export const kvPeak: Signal = {
  ...GAUGE,
  id: 'kv_peak',
  title: say`KV cache usage, most`,
  unit: 'ratio',
  term: overRange(kvCache, 'max', 'max'),
  rows: 'now',
  baselined: false,
}

export const preemptions: Signal = {
  ...COUNTER,
  id: 'preemptions',
  title: say`preemptions`,
  unit: 'events',
  term: increase(preemption),
  rows: 'none',
  baselined: false,
}

/** One request can be evicted many times, so this is evictions per request and not a share. */
export const preemptionsPerRequest: Signal = {
  ...COUNTER,
  id: 'preemptions_per_request',
  title: say`preemptions per finished request`,
  unit: 'ratio',
  term: ratio(increase(preemption), increase(finished)),
  rows: 'none',
  baselined: false,
}
