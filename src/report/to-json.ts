import type { Action, ActionPlan } from '../domain/action.ts'
import type {
  ChangeLine,
  Diagnosis,
  Finding,
  InstanceLine,
  StageTime,
  UsedReading,
  Verdict,
} from '../domain/diagnosis.ts'
import { type Evidence, clientsOf } from '../domain/evidence.ts'
import type { AbsentReason, Measure, RowKey } from '../domain/reading.ts'
import { toIso } from '../domain/time.ts'
import type { Baseline, Window } from '../domain/window.ts'
import { toClients } from './clients-json.ts'
import { finiteValue, reasonOf } from './finite.ts'
import { mendOf } from './missing-text.ts'
import {
  INSTANCE_NUMBERS,
  type JsonAction,
  type JsonChange,
  type JsonFinding,
  type JsonInstance,
  type JsonReading,
  type JsonRow,
  type JsonStage,
  type JsonVerdict,
  type JsonWindow,
  type Reasons,
  type TriageJson,
} from './triage-json.ts'
import type { TriageResult } from './triage-result.ts'

/** One triage as `whyslow/triage/v1`. */
export function toTriageJson({ incident, evidence, diagnosis, tookMs, queries }: TriageResult): TriageJson {
  const { headline } = diagnosis
  return {
    schema: 'whyslow/triage/v1',
    incident: {
      id: incident.id,
      status: incident.status,
      alerts: incident.alerts,
      scope: {
        cluster: evidence.scope.cluster,
        model_name: evidence.scope.modelName ?? null,
        instance: evidence.scope.instance ?? null,
      },
      window: toWindow(evidence.window),
      baselines: usedBaselines(evidence).map((baseline) => ({ name: baseline.name, ...toWindow(baseline) })),
    },
    headline: {
      ...toFinding(headline),
      certainty: headline.certainty,
      instances: headline.instances,
      clients: headline.clients,
    },
    contributing: diagnosis.contributing.map((finding) => ({ ...toFinding(finding), certainty: finding.certainty })),
    not_ruled_out: diagnosis.notRuledOut.map(({ cause, missing, settleWith }) => ({
      cause,
      missing,
      settle_with: settleWith,
    })),
    path: diagnosis.path.map(toVerdict),
    stages: toStages(diagnosis),
    skew: toSkew(diagnosis),
    instances: diagnosis.instances.map(toInstance),
    clients: toClients(clientsOf(evidence)),
    changes: diagnosis.changes.map(toChange),
    actions: toActions(diagnosis.actions),
    missing: diagnosis.missing.map((missing) => ({
      signal: missing.signal,
      reason: missing.reason,
      enable_with: mendOf(missing),
      ...(missing.detail === undefined ? {} : { detail: missing.detail }),
    })),
    contradictions: diagnosis.contradictions,
    took_ms: Math.round(tookMs),
    queries,
  }
}

/** The contract as text; what a terminal would obey is escaped, so that printing it is harmless. */
export function stringifyTriage(json: TriageJson): string {
  return escapeForTerminal(JSON.stringify(json, undefined, 2))
}

/** JSON text in which the control characters that JSON itself allows are escaped too; it parses to the same value. */
export function escapeForTerminal(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

function toChange({ change: { at, url, ...change }, latency }: ChangeLine): JsonChange {
  const { kind, text, source, instances } = change
  const around = latency && { latency: { before: finiteValue(latency.before), now: finiteValue(latency.now) } }
  return { time: toIso(at), kind, text, source, instances, url: url ?? null, ...around }
}

/** Those that something could be read in: the others were asked for, and nothing was compared with them. */
function usedBaselines({ baselines, readings }: Evidence): readonly Baseline[] {
  const present = Object.values(readings).filter((reading) => reading.status === 'present')
  return baselines.filter(({ name }) => present.some((reading) => reading.baselines[name]?.status === 'present'))
}

function toWindow({ start, end }: Window): JsonWindow {
  return { start: toIso(start), end: toIso(end) }
}

function toFinding({ cause, title, because, doubt }: Finding): JsonFinding {
  return { cause, title, because, ...(doubt === undefined ? {} : { doubt }) }
}

function toVerdict({ id, ask, answer, certainty, readings }: Verdict): JsonVerdict {
  return { id, ask, answer, ...(certainty === undefined ? {} : { certainty }), readings: readings.map(toReading) }
}

function toReading({ signal, row, now, baseline, unit, threshold, query }: UsedReading): JsonReading {
  const reason = reasonOf(now)
  const baselineReason = baseline === undefined ? undefined : reasonOf(baseline)
  return {
    signal,
    row: row === undefined ? null : toRow(row),
    value: finiteValue(now),
    baseline: finiteValue(baseline),
    unit,
    threshold,
    query,
    ...(now.status === 'present' && now.bound !== undefined ? { bound: now.bound } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(baselineReason === undefined ? {} : { baseline_reason: baselineReason }),
  }
}

function toRow({ instance, engine, modelName }: RowKey): JsonRow {
  return {
    instance,
    ...(engine === undefined ? {} : { engine }),
    ...(modelName === undefined ? {} : { model_name: modelName }),
  }
}

function toStages({ budget }: Diagnosis): TriageJson['stages'] {
  return {
    queue: toStage(budget.queue),
    prefill: toStage(budget.prefill),
    decode: toStage(budget.decode),
    api_server: toStage(budget.api_server),
    e2e: toStage(budget.e2e),
    outside: toStage(budget.outside),
  }
}

function toStage({ now, baseline, growthShare }: StageTime): JsonStage {
  return {
    now: finiteValue(now),
    baseline: finiteValue(baseline),
    growth_share: finiteValue(growthShare),
    ...reasonsOf({ now, baseline, growth_share: growthShare }, ['now', 'baseline', 'growth_share']),
  }
}

function toSkew({ skew }: Diagnosis): TriageJson['skew'] {
  const reason = reasonOf(skew.maxOverMean)
  return {
    by: skew.by,
    max_over_mean: finiteValue(skew.maxOverMean),
    hot: skew.hot ?? null,
    ...(reason === undefined ? {} : { reason }),
  }
}

function toInstance(line: InstanceLine): JsonInstance {
  const { key, up, arrivals, completions, share, waiting, running, kv } = line
  const measures = { up, arrivals, completions, share, waiting, running, kv }
  return {
    instance: key.instance,
    engine: key.engine ?? null,
    up: finiteValue(up),
    arrivals: finiteValue(arrivals),
    completions: finiteValue(completions),
    share: finiteValue(share),
    waiting: finiteValue(waiting),
    running: finiteValue(running),
    kv: finiteValue(kv),
    ...reasonsOf(measures, INSTANCE_NUMBERS),
  }
}

/** The reasons of those that are absent; nothing at all when every number is there. */
function reasonsOf<Field extends string>(
  measures: Readonly<Record<Field, Measure>>,
  fields: readonly Field[],
): { readonly reasons?: Reasons<Field> } {
  const reasons: Partial<Record<Field, AbsentReason>> = {}
  for (const field of fields) {
    const reason = reasonOf(measures[field])
    if (reason !== undefined) reasons[field] = reason
  }
  return Object.keys(reasons).length === 0 ? {} : { reasons }
}

function toActions({ now, today, thisWeek, rollback }: ActionPlan): TriageJson['actions'] {
  return {
    now: now.map(toAction),
    today: today.map(toAction),
    this_week: thisWeek.map(toAction),
    rollback: rollback.map(toAction),
  }
}

function toAction({ text, kind, command }: Action): JsonAction {
  return { text, kind, command: command ?? null }
}
