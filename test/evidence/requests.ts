import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { type Window, baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { say } from '../../src/domain/text.ts'
import type { GatherRequest } from '../../src/evidence/source.ts'
import type { Family } from '../../src/signals/family.ts'
import type { Signal } from '../../src/signals/signal.ts'

export const END = unixSeconds(1_700_000_000)

export const WAITING: Family = { id: 'waiting', type: 'gauge', names: ['vllm:num_requests_waiting'] }
export const UP: Family = { id: 'target_up', type: 'gauge', names: ['up'] }

export const waiting: Signal = {
  id: 'waiting',
  title: say`requests waiting`,
  unit: 'requests',
  exposer: 'engine',
  witness: 'gauges',
  term: { kind: 'gauge', family: WAITING, stat: 'last', across: 'sum' },
  rows: 'now',
  baselined: true,
  enableWith: say`scrape vLLM`,
}

export const up: Signal = {
  ...waiting,
  id: 'up',
  exposer: 'scrape',
  witness: 'scrape',
  term: { kind: 'gauge', family: UP, stat: 'last', across: 'sum' },
}

export function aRequest(over: Partial<GatherRequest> = {}): GatherRequest {
  const window: Window = windowEnding(END, minutes(10))
  return {
    scope: { cluster: 'prod' },
    window,
    baselines: baselinesOf(window, window.start),
    signals: [waiting, up],
    deadline: new AbortController().signal,
    ...over,
  }
}
