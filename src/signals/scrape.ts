import { minutes } from '../domain/time.ts'
import { say } from '../domain/text.ts'
import { processCpu, processStart, scrapeTime, targetUp } from './families.ts'
import { otherEngineSeries } from './other-engines.ts'
import type { Signal } from './signal.ts'
import { last, overRange, rate } from './term-builders.ts'

const SCRAPE = { exposer: 'scrape', witness: 'scrape' } as const

/** 1 when Prometheus' last scrape of the target succeeded, 0 when not; the fleet's value is how many are up. */
export const up: Signal = {
  ...SCRAPE,
  id: 'up',
  title: say`instances up`,
  unit: 'instances',
  term: last(targetUp, 'sum'),
  rows: 'now',
  baselined: true,
  enableWith: say`make the cluster's \`selector\` match the scrape job of the vLLM instances`,
}

export const restarts: Signal = {
  ...SCRAPE,
  id: 'restarts',
  title: say`process starts in half an hour`,
  unit: 'events',
  term: { kind: 'changes', family: processStart, over: minutes(30) },
  rows: 'now',
  baselined: false,
  enableWith: say`vLLM exposes process_start_time_seconds with a single API server only`,
}

/** A process starts once: where its start goes back, another process answers for the same target. */
export const startsBack: Signal = {
  ...SCRAPE,
  id: 'starts_back',
  title: say`process start times that went back in half an hour`,
  unit: 'events',
  term: { kind: 'counter', family: processStart, stat: 'resets', over: minutes(30) },
  rows: 'now',
  baselined: false,
  enableWith: restarts.enableWith,
}

/** One core is what a Python process can use. */
export const apiServerCpu: Signal = {
  ...SCRAPE,
  id: 'api_server_cpu',
  title: say`CPU of the API server`,
  unit: 'cores',
  term: rate(processCpu),
  rows: 'now',
  baselined: true,
  enableWith: restarts.enableWith,
  isOptional: true,
}

/** Prometheus' own word on how long the target took to answer, up to its patience. */
export const scrapeDuration: Signal = {
  ...SCRAPE,
  id: 'scrape_duration',
  title: say`time of a scrape, longest`,
  unit: 'seconds',
  term: overRange(scrapeTime, 'max', 'max'),
  rows: 'now',
  baselined: true,
  enableWith: say`Prometheus writes scrape_duration_seconds itself`,
  isOptional: true,
}

/** Where vLLM's series are not, it tells who stands there instead. */
export const otherEngines: Signal = {
  ...SCRAPE,
  id: 'other_engines',
  title: say`series of another engine under the selector`,
  unit: 'instances',
  term: last(otherEngineSeries, 'count'),
  rows: 'now',
  baselined: false,
  enableWith: say`only a selector that matches another engine than vLLM has it`,
  isOptional: true,
}
