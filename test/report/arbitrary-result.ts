import fc from 'fast-check'
import type { Action } from '../../src/domain/action.ts'
import { CAUSES } from '../../src/domain/cause.ts'
import {
  CLIENT_MEASURES,
  CLIENT_ROLES,
  type ClientAttribution,
  type ClientLine,
} from '../../src/domain/client-attribution.ts'
import type { Diagnosis, Finding, StageTime } from '../../src/domain/diagnosis.ts'
import { CHANGE_KINDS, CHANGE_SOURCES, type FleetChange } from '../../src/domain/fleet-change.ts'
import { ABSENT_REASONS, type AbsentReason, type Measure, type Reading } from '../../src/domain/reading.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { COMPARED_NAMES } from '../../src/domain/window.ts'
import type { TriageResult } from '../../src/report/triage-result.ts'

const text = fc.string({ unit: 'binary', maxLength: 30 })
const texts = fc.array(text, { maxLength: 3 })
const time = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }).map(unixSeconds)
const reason = fc.constantFrom(...ABSENT_REASONS, 'http_503', 'http_429') satisfies fc.Arbitrary<AbsentReason>

const bound = fc.option(fc.constantFrom('at_most', 'at_least'), { nil: undefined })

/** Numbers of every kind, those that JSON cannot write among them. */
const measure: fc.Arbitrary<Measure> = fc.oneof(
  fc.record({ value: fc.double().map((value) => (value === 0 ? 0 : value)), bound }).map(({ value, bound: side }) => ({
    status: 'present' as const,
    value,
    ...(side === undefined ? {} : { bound: side }),
  })),
  reason.map((why) => ({ status: 'absent' as const, reason: why })),
)

const key = fc
  .record({
    instance: text,
    engine: fc.option(text, { nil: undefined }),
    modelName: fc.option(text, { nil: undefined }),
  })
  .map(({ instance, engine, modelName }) => ({
    instance,
    ...(engine === undefined ? {} : { engine }),
    ...(modelName === undefined ? {} : { modelName }),
  }))

const part = fc.double({ min: 0, max: 1, noNaN: true })

const clientLine: fc.Arbitrary<ClientLine> = fc.record({
  client: text,
  names: fc.nat(9),
  role: fc.constantFrom(...CLIENT_ROLES),
  share: part,
  requestShare: part,
  requestsPerSecond: part,
  instances: fc.array(fc.record({ instance: text, share: part }), { maxLength: 2 }),
})

/** Who sends the load, each name of it written by somebody who means no good. */
const attribution: fc.Arbitrary<ClientAttribution> = fc.oneof(
  fc.record({
    status: fc.constant('absent' as const),
    sources: fc.array(fc.record({ source: text, reason, detail: text }), { maxLength: 2 }),
  }),
  fc.record({
    status: fc.constant('present' as const),
    source: text,
    query: text,
    identity: fc.constantFrom('address', 'key_alias'),
    by: fc.constantFrom(...CLIENT_MEASURES),
    window: fc.record({ start: time, end: time }),
    clients: fc.array(clientLine, { maxLength: 14 }),
    requests: fc.nat(999),
    unattributedShare: part,
    coverage: measure,
    mayBeGateways: fc.boolean(),
    isForgeable: fc.boolean(),
    isPartial: fc.boolean(),
    others: fc.array(fc.record({ source: text, by: fc.constantFrom(...CLIENT_MEASURES), client: text, share: part }), {
      maxLength: 2,
    }),
    notes: texts,
  }),
)

const cause = fc.constantFrom(...CAUSES)
const certainty = fc.constantFrom('firm', 'tentative', 'none')

const finding: fc.Arbitrary<Finding> = fc.record({
  cause,
  certainty,
  page: fc.constantFrom('queue_skew', 'inconclusive'),
  title: text,
  because: texts,
  instances: texts,
  clients: texts,
})

const used = fc
  .record({
    signal: text,
    title: text,
    row: fc.option(key, { nil: undefined }),
    now: measure,
    baseline: fc.option(measure, { nil: undefined }),
    unit: fc.constantFrom('requests', 'seconds', 'ratio', 'MHz', 'tokens/s'),
    threshold: text,
    query: text,
  })
  .map(({ row, baseline, ...rest }) => ({
    ...rest,
    ...(row === undefined ? {} : { row }),
    ...(baseline === undefined ? {} : { baseline }),
  }))

const action: fc.Arbitrary<Action> = fc
  .record({
    text,
    kind: fc.constantFrom('read-only', 'reversible', 'disruptive'),
    command: fc.option(text, { nil: undefined }),
  })
  .map(({ command, ...rest }) => ({ ...rest, ...(command === undefined ? {} : { command }) }))
const actions = fc.array(action, { maxLength: 4 })

const stage: fc.Arbitrary<StageTime> = fc.record({ now: measure, baseline: measure, growthShare: measure })

const change: fc.Arbitrary<FleetChange> = fc
  .record({
    at: time,
    kind: fc.constantFrom(...CHANGE_KINDS),
    text,
    source: fc.constantFrom(...CHANGE_SOURCES),
    instances: texts,
    url: fc.option(text, { nil: undefined }),
  })
  .map(({ url, ...rest }) => ({ ...rest, ...(url === undefined ? {} : { url }) }))

const diagnosis: fc.Arbitrary<Diagnosis> = fc.record({
  headline: finding,
  contributing: fc.array(finding, { maxLength: 2 }),
  contradictions: texts,
  notRuledOut: fc.array(fc.record({ cause, missing: texts, settleWith: text }), { maxLength: 2 }),
  path: fc.array(
    fc.record({
      id: text,
      ask: text,
      answer: fc.constantFrom('yes', 'no', 'unknown'),
      readings: fc.array(used, { maxLength: 7 }),
    }),
    { maxLength: 4 },
  ),
  budget: fc.record({
    queue: stage,
    prefill: stage,
    decode: stage,
    api_server: stage,
    outside: stage,
    e2e: stage,
  }),
  skew: fc
    .record({ maxOverMean: measure, hot: fc.option(text, { nil: undefined }) })
    .map(({ maxOverMean, hot }) => ({ by: 'arrivals' as const, maxOverMean, ...(hot === undefined ? {} : { hot }) })),
  instances: fc.array(
    fc.record({
      key,
      up: measure,
      arrivals: measure,
      completions: measure,
      share: measure,
      waiting: measure,
      running: measure,
      kv: measure,
    }),
    { maxLength: 15 },
  ),
  changes: fc.array(
    fc
      .record({ change, before: measure, now: measure, isSuspect: fc.boolean() })
      .map(({ change: told, before, now, isSuspect }) => ({
        change: told,
        ...(isSuspect && { latency: { before, now } }),
      })),
    { maxLength: 3 },
  ),
  actions: fc.record({ now: actions, today: actions, thisWeek: actions, rollback: actions }),
  missing: fc.array(fc.record({ signal: text, title: text, reason, enableWith: text }), { maxLength: 4 }),
})

const reading: fc.Arbitrary<Reading> = fc.oneof(
  reason.map((why) => ({ status: 'absent' as const, signal: 's', reason: why })),
  fc.record({
    status: fc.constant('present' as const),
    signal: text,
    source: text,
    names: texts,
    query: text,
    partial: fc.boolean(),
    fleet: measure,
    baselines: fc
      .array(fc.tuple(fc.constantFrom(...COMPARED_NAMES), measure), { maxLength: 3 })
      .map((pairs) => Object.fromEntries(pairs)),
    rows: fc.array(fc.record({ key, now: measure, before: measure }), { maxLength: 3 }),
  }),
)

export const arbitraryEvidence = fc.record({
  scope: fc.record({ cluster: text, modelName: text }),
  takenAt: time,
  window: fc.record({ start: time, end: time }),
  baselines: fc.array(fc.record({ name: fc.constantFrom(...COMPARED_NAMES), start: time, end: time }), {
    maxLength: 3,
  }),
  expectations: fc.constantFrom({}, { instances: 4 }, { instances: 4, maxNumSeqs: 256 }),
  alerts: texts,
  changes: fc.array(change, { maxLength: 2 }),
  clients: attribution,
  readings: fc
    .array(fc.tuple(fc.string({ minLength: 1, maxLength: 4 }), reading), { maxLength: 4 })
    .map((pairs) => Object.fromEntries(pairs)),
  sources: fc.array(
    fc.record({ source: text, status: fc.constantFrom('ok', 'partial', 'failed'), queries: fc.nat(99), notes: texts }),
    { maxLength: 2 },
  ),
})

/** Any triage there could be, with hostile text in every field. */
export const arbitraryResult: fc.Arbitrary<TriageResult> = fc.record({
  incident: fc.record({
    id: text,
    status: fc.constantFrom('firing', 'resolved', 'none'),
    alerts: texts,
    startsAt: time,
  }),
  evidence: arbitraryEvidence,
  diagnosis,
  tookMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  queries: fc.nat(200),
})
