import type { EngineFacts, Facts, PrometheusFacts, SeriesSeen, Target } from '../../../src/audit/doctor/facts.ts'
import { ENGINE_FAMILIES } from '../../../src/audit/doctor/known-engines.ts'
import type { AbsentReason, Reading } from '../../../src/domain/reading.ts'
import { minutes, seconds, unixSeconds } from '../../../src/domain/time.ts'
import type { Failure } from '../../../src/evidence/sources/reader/backend.ts'
import { parseSelector } from '../../../src/signals/selector.ts'
import { SIGNALS } from '../../../src/signals/catalog.ts'

export const NOW = unixSeconds(1_700_000_000)

/** The names of a page of vLLM's: each family that is read, under the first of its names. */
export const VLLM_NAMES: ReadonlySet<string> = new Set([
  ...ENGINE_FAMILIES.flatMap(({ names, type }) => {
    const name = names[0] ?? ''
    return type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]
  }),
  'process_start_time_seconds',
])

/** What a page shows that is not vLLM's: Python's own metrics. */
export const PYTHON_NAMES: ReadonlySet<string> = new Set(['process_start_time_seconds', 'python_info'])

export function anEngine(over: Partial<EngineFacts> = {}): EngineFacts {
  return {
    url: 'http://10.0.0.1:8000/metrics',
    address: '10.0.0.1:8000',
    answer: { kind: 'metrics', names: VLLM_NAMES, declared: VLLM_NAMES },
    version: '0.9.2',
    ...over,
  }
}

export function aTarget(over: Partial<Target> = {}): Target {
  return {
    labels: { job: 'vllm', instance: '10.0.0.1:8000' },
    url: 'http://10.0.0.1:8000/metrics',
    address: '10.0.0.1:8000',
    health: 'up',
    lastError: '',
    interval: seconds(15),
    timeout: seconds(10),
    ...over,
  }
}

export function aSeries(instance: string, labels: SeriesSeen['labels'] = {}, value = 1): SeriesSeen {
  return { labels: { job: 'vllm', instance, engine: '0', model_name: 'qwen', ...labels }, value }
}

export function okay<Value>(value: Value): { readonly status: 'ok'; readonly value: Value } {
  return { status: 'ok', value }
}

export function failed(reason: AbsentReason, detail?: string): Failure {
  return { status: 'failed', reason, ...(detail !== undefined && { detail }) }
}

export function absentReading(signal: string, reason: AbsentReason = 'not_exposed'): Reading {
  return { status: 'absent', signal, reason }
}

/** Two engines that all is well with. */
export function facts(over: FactsOver = {}): Facts {
  const { settings, prometheus, ...rest } = over
  return {
    settings: {
      now: NOW,
      selector: 'job="vllm"',
      matchers: parseSelector('job="vllm"'),
      instanceLabel: 'instance',
      window: minutes(5),
      ...settings,
    },
    engines: [],
    prometheus: { ...PROMETHEUS, ...prometheus },
    ...rest,
  }
}

export interface FactsOver {
  readonly engines?: readonly EngineFacts[]
  readonly settings?: Partial<Facts['settings']>
  readonly prometheus?: Partial<PrometheusFacts>
}

const PROMETHEUS: PrometheusFacts = {
  url: 'http://prometheus:9090',
  sends: { tenant: false, credentials: false },
  clock: okay({ evaluated: NOW, date: NOW, here: NOW }),
  targets: okay([aTarget(), aTarget({ labels: { job: 'vllm', instance: '10.0.0.2:8000' }, address: '10.0.0.2:8000' })]),
  names: okay(VLLM_NAMES),
  selected: okay(new Set([...VLLM_NAMES, 'up', 'scrape_samples_scraped'])),
  places: okay([{ job: 'vllm', namespace: '', engines: 2 }]),
  up: okay([
    { labels: { job: 'vllm', instance: '10.0.0.1:8000' }, value: 1 },
    { labels: { job: 'vllm', instance: '10.0.0.2:8000' }, value: 1 },
  ]),
  series: okay([aSeries('10.0.0.1:8000'), aSeries('10.0.0.2:8000')]),
  ages: okay(
    new Map([
      ['10.0.0.1:8000', seconds(4)],
      ['10.0.0.2:8000', seconds(9)],
    ]),
  ),
  resets: okay(new Map([['10.0.0.1:8000', 0]])),
  startsBack: okay(new Map([['10.0.0.1:8000', 0]])),
  dropped: okay(0),
  gap: okay(seconds(15)),
  baselines: { hour_before: okay(true), yesterday: okay(true), week_ago: okay(true) },
  readings: SIGNALS.map(({ id }) => absentReading(id)),
  notes: [],
}
