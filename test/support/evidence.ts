import type { Evidence, Expectations } from '../../src/domain/evidence.ts'
import type { AbsentReason, Measure, Reading, Row, RowKey } from '../../src/domain/reading.ts'
import { absent, present } from '../../src/domain/reading.ts'
import { hours, minutes, unixSeconds } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import type { Signal } from '../../src/signals/signal.ts'

/** What a signal reads: the fleet now and in the hour before, and by instance now and before. */
export interface Told<OfInstance = Known> {
  readonly now?: number
  readonly before?: number
  readonly rows?: Readonly<Record<string, OfInstance>>
}

type Known = number | readonly [now: number, before: number]

/** As `Told`, or why a signal or one of its instances has no value. */
export type ToldOrAbsent = Told<Known | AbsentReason> | AbsentReason

export const END = unixSeconds(1_796_000_000)
export const MODEL = 'qwen2.5-7b'

/** Evidence from a few numbers; a signal that is not told is absent as `not_exposed`. */
export function anEvidence(
  told: Readonly<Record<string, ToldOrAbsent>>,
  more: Partial<Pick<Evidence, 'alerts' | 'sources' | 'scope'>> & { readonly expectations?: Expectations } = {},
): Evidence {
  const window = windowEnding(END, minutes(5))
  const unknown = Object.keys(told).filter((id) => !SIGNALS.some((signal) => signal.id === id))
  if (unknown.length > 0) throw new Error(`no such signal: ${unknown.join(', ')}`)
  return {
    scope: { cluster: 'prod' },
    takenAt: END,
    window,
    baselines: baselinesOf(window, unixSeconds(END - hours(0))),
    expectations: {},
    alerts: ['VLLMSlow'],
    changes: [],
    sources: [{ source: 'prometheus', status: 'ok', queries: 37, notes: [] }],
    ...more,
    readings: Object.fromEntries(SIGNALS.map((signal) => [signal.id, readingFrom(signal, told[signal.id])])),
  }
}

function readingFrom(signal: Signal, told: ToldOrAbsent | undefined): Reading {
  if (told === undefined) return { status: 'absent', signal: signal.id, reason: 'not_exposed' }
  if (typeof told === 'string') return { status: 'absent', signal: signal.id, reason: told }
  return {
    status: 'present',
    signal: signal.id,
    source: 'prometheus',
    names: [`vllm:${signal.id}`],
    query: `sum(${signal.id})`,
    rowQuery: `sum by (instance) (${signal.id})`,
    partial: false,
    fleet: measure(told.now),
    baselines: told.before === undefined ? {} : { hour_before: present(told.before) },
    rows: Object.entries(told.rows ?? {}).map(([instance, value]) => rowFrom(signal, instance, value)),
  }
}

function rowFrom(signal: Signal, name: string, value: Known | AbsentReason): Row {
  const key = keyFrom(signal, name)
  if (typeof value === 'string') return { key, now: absent(value), before: measure(undefined) }
  const [now, before] = typeof value === 'number' ? [value, undefined] : value
  return { key, now: measure(now), before: measure(before) }
}

/** `a` is an instance, `a/1` its engine 1; only engines know their model. */
function keyFrom(signal: Signal, name: string): RowKey {
  const [instance = name, engine] = name.split('/')
  if (signal.exposer !== 'engine') return { instance }
  return { instance, engine: engine ?? '0', modelName: MODEL }
}

function measure(value: number | undefined): Measure {
  return value === undefined ? absent('no_samples') : present(value)
}

/** The same number on each of four instances. */
export function onEach<Value>(value: Value): Readonly<Record<string, Value>> {
  return { a: value, b: value, c: value, d: value }
}

/** Four instances at work with nobody waiting, everything as an hour ago. */
export const AT_WORK: Readonly<Record<string, Told>> = {
  up: { now: 4, before: 4, rows: onEach(1) },
  restarts: { now: 0, rows: onEach(0) },
  api_server_cpu: { now: 2, before: 2, rows: onEach(0.5) },
  scrape_duration: { now: 0.02, before: 0.02, rows: onEach(0.02) },
  starts_back: { now: 0, rows: onEach(0) },
  running_change: { now: 0, rows: onEach(0) },
  counter_resets: { now: 0, rows: onEach(0) },
  waiting: { now: 0, rows: onEach(0) },
  waiting_mean: { now: 0, before: 0, rows: onEach(0) },
  waiting_peak: { now: 0, rows: onEach(0) },
  reporting: { now: 4, before: 4 },
  running: { now: 40, rows: onEach(10) },
  running_mean: { now: 40, before: 40, rows: onEach([10, 10] as const) },
  running_most: { now: 52, rows: onEach(13) },
  kv_usage: { now: 0.4, before: 0.4, rows: onEach(0.4) },
  kv_peak: { now: 0.45, rows: onEach(0.45) },
  kv_capacity: { now: 73_000, rows: onEach([73_000, 73_000] as const) },
  kv_capacity_estimate: { now: 73_000, rows: onEach([73_000, 73_000] as const) },
  block_size: { now: 16, rows: onEach(16) },
  prefix_caching: { now: 1, rows: onEach(1) },
  preemptions: { now: 0, rows: onEach(0) },
  preemptions_per_request: { now: 0, rows: onEach(0) },
  arrivals: { now: 1500, rows: onEach(375) },
  completions: { now: 5, before: 5, rows: onEach([1.25, 1.25] as const) },
  first_tokens: { now: 5, before: 5 },
  abort_share: { now: 0, before: 0 },
  generation: { now: 2000, before: 2000, rows: onEach(500) },
  generation_recent: { now: 2000, rows: onEach(500) },
  steps_recent: { now: 160, rows: onEach(40) },
  prompt_rate: { now: 9000, before: 9000, rows: onEach(2250) },
  token_rate: { now: 11_000, rows: onEach(2750) },
  prompt_length: { now: 1800, before: 1800 },
  prompt_length_p99: { now: 6000, before: 6000 },
  step_tokens: { now: 60 },
  step_tokens_p99: { now: 1900 },
  output_length: { now: 400, before: 400 },
  length_share: { now: 0.1, before: 0.1 },
  prefix_hit_ratio: { now: 0.6, before: 0.6, rows: onEach(0.6) },
  queue_time: { now: 0.05, before: 0.05, rows: onEach(0.05) },
  prefill_time: { now: 0.4, before: 0.4, rows: onEach(0.4) },
  decode_time: { now: 8, before: 8, rows: onEach(8) },
  e2e_time: { now: 8.5, before: 8.5, rows: onEach(8.5) },
  ttft_mean: { now: 0.5, before: 0.5, rows: onEach(0.5) },
  ttft_p99: { now: 1.2, before: 1.2 },
  inter_token_p50: { now: 0.018, before: 0.018 },
  inter_token_p99: { now: 0.06, before: 0.06 },
  inter_token_latency: { now: 0.02, before: 0.02, rows: onEach([0.02, 0.02] as const) },
  gpu_clock: { now: 1980, before: 1980, rows: onEach([1980, 1980] as const) },
  gpu_temperature: { now: 66, before: 66, rows: onEach([66, 66] as const) },
  gpu_busy: { now: 0.97, rows: onEach(0.97) },
  gpu_memory_used: { now: 74.4, before: 74.4, rows: onEach(74.4) },
  gpu_memory_free: { now: 5.6, rows: onEach(5.6) },
  gpu_power: { now: 400, before: 400, rows: onEach([400, 400] as const) },
  gpu_power_recent: { now: 400, rows: onEach([400, 400] as const) },
  gpu_power_least: { now: 390, rows: onEach([390, 390] as const) },
  gpu_power_most: { now: 410, rows: onEach([410, 410] as const) },
  gpu_clock_most: { now: 1980, rows: onEach(1980) },
  pcie_replays: { now: 0, rows: onEach([0, 0] as const) },
  nvlink_replays: { now: 0, rows: onEach([0, 0] as const) },
  thermal_throttling: { now: 0, rows: onEach(0) },
  power_throttling: { now: 0, rows: onEach(0) },
  gpu_clock_reasons: { now: 0, rows: onEach(0) },
  gpu_xid: { now: 0, rows: onEach([0, 0] as const) },
  gpu_memory_errors: { now: 0, rows: onEach(0) },
  host_cpu: { now: 0.12, before: 0.12, rows: onEach(0.12) },
  host_cpu_pressure: { now: 0.02, rows: onEach(0.02) },
  host_oom_kills: { now: 0, rows: onEach(0) },
  gateway_latency: { now: 8.6, before: 8.6 },
  gateway_requests: { now: 5, before: 5 },
  gateway_errors: { now: 0, before: 0 },
  gateway_timeouts: { now: 0, before: 0 },
  gateway_gave_up: { now: 0, before: 0 },
  gateway_ttft: { now: 0.6, before: 0.6 },
}
