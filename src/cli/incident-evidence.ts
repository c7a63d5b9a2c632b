import type { Evidence } from '../domain/evidence.ts'
import { type Measure, type Reading, type Row, type RowKey, absent, present } from '../domain/reading.ts'
import type { Scope } from '../domain/scope.ts'
import { type FleetChange, beforeChange, suspectOf } from '../domain/fleet-change.ts'
import { type UnixSeconds, earlier, minutes } from '../domain/time.ts'
import { type Window, baselinesOf, windowEnding } from '../domain/window.ts'
import { withClients } from '../clients/merge/to-reading.ts'
import { DEFAULTS } from '../config/defaults.ts'
import { SIGNALS } from '../signals/catalog.ts'
import type { Signal } from '../signals/signal.ts'
import { clientsOfIncident } from './incident-clients.ts'
import type { IncidentFile, IncidentReading, IncidentRow } from './incident-schema.ts'
import { EACH, splitRow } from './incident-slips.ts'
import { signalOfLogged } from './logged.ts'
import { parseTime } from './parse-time.ts'
import { parseWindow } from './parse-window.ts'

const SOURCE = 'file'

/**
 * What whyslow would have read in an incident that a person wrote down.
 *
 * @param now where the incident has no time of its own
 * @throws UsageError when its `at` or `window` is none
 */
export function evidenceOfIncident(file: IncidentFile, path: string, now: UnixSeconds): Evidence {
  const window = windowOf(file, path, now)
  const { instances, max_num_seqs: maxNumSeqs } = file.expectations
  const changes = changesOf(file, window)
  const suspect = suspectOf(changes, window.end)
  const evidence: Evidence = {
    scope: scopeOf(file.alert),
    takenAt: window.end,
    window,
    baselines: [...baselinesOf(window, window.end), ...(suspect === undefined ? [] : [beforeChange(suspect, window)])],
    changes,
    expectations: { ...(instances !== undefined && { instances }), ...(maxNumSeqs !== undefined && { maxNumSeqs }) },
    alerts: file.alert === 'none' ? [] : [file.alert.alertname],
    sources: [{ source: SOURCE, status: 'ok', queries: 0, notes: [] }],
    readings: Object.fromEntries(SIGNALS.map((signal) => [signal.id, readingOf(signal, file)])),
  }
  return file.clients === undefined ? evidence : withClients(evidence, clientsOfIncident(file.clients, evidence))
}

function windowOf({ at, window }: IncidentFile, path: string, now: UnixSeconds): Window {
  const end = at === undefined ? now : parseTime(at, `${path}: at`)
  return windowEnding(end, window === undefined ? DEFAULTS.window : parseWindow(window, `${path}: window`))
}

function changesOf({ changes }: IncidentFile, { end }: Window): readonly FleetChange[] {
  return changes
    .map(({ minutes_ago: ago, ...change }) => ({ ...change, at: earlier(end, minutes(ago)), source: 'event' as const }))
    .toSorted((one, other) => one.at - other.at)
}

function scopeOf(alert: IncidentFile['alert']): Scope {
  const { cluster = 'file', model_name: modelName, instance } = alert === 'none' ? {} : alert
  return { cluster, ...(modelName && { modelName }), ...(instance && { instance }) }
}

function readingOf(signal: Signal, file: IncidentFile): Reading {
  const told = file.readings[signal.id] ?? loggedIn(signal, file)
  if (told === undefined) return { status: 'absent', signal: signal.id, reason: file.all_others ?? 'not_configured' }
  if (typeof told === 'string') return { status: 'absent', signal: signal.id, reason: told }
  const {
    now,
    before,
    yesterday,
    week_ago: weekAgo,
    before_change: atChange,
    instances = {},
  } = typeof told === 'number' ? { now: told } : told
  const rows = rowsOf(instances, signal, file)
  const only = isAlone(file) && rows.length === 1 ? rows[0] : undefined
  return {
    status: 'present',
    signal: signal.id,
    source: SOURCE,
    names: [],
    query: `readings.${signal.id}`,
    rowQuery: `readings.${signal.id}.instances`,
    partial: false,
    fleet: now === undefined ? (only?.now ?? measure(now)) : present(now),
    baselines: {
      ...(before !== undefined && { hour_before: present(before) }),
      ...(before === undefined && only?.before.status === 'present' && { hour_before: only.before }),
      ...(yesterday !== undefined && { yesterday: present(yesterday) }),
      ...(atChange !== undefined && { before_change: present(atChange) }),
      ...(weekAgo !== undefined && { week_ago: present(weekAgo) }),
    },
    rows: rows.length > 0 ? rows : onlyRow({ now, before }, signal, file),
  }
}

/** A line that was seen is an event; one that was not may have been there. */
function loggedIn({ id }: Signal, { logs }: IncidentFile): IncidentReading | undefined {
  const seen = Object.entries(logs).filter(([, kinds]) => kinds.map(signalOfLogged).includes(id))
  if (seen.length === 0) return undefined
  return { now: seen.length, instances: Object.fromEntries(seen.map(([instance]) => [instance, 1])) }
}

function rowsOf(instances: Readonly<Record<string, IncidentRow>>, signal: Signal, file: IncidentFile): readonly Row[] {
  const { [EACH]: each, ...named } = instances
  const all = each === undefined ? [] : file.instances.map((name) => [name, each] as const)
  const rows = new Map([...all, ...Object.entries(named)])
  return [...rows].map(([name, row]) => rowOf(keyOf(signal, name, file), row))
}

function rowOf(key: RowKey, told: IncidentRow): Row {
  if (typeof told === 'string') return { key, now: absent(told), before: measure(undefined) }
  if (typeof told === 'number') return { key, now: present(told), before: measure(undefined) }
  return { key, now: measure(told.now), before: measure(told.before), ...(told.shared && { isShared: true }) }
}

/** Of a fleet of one, what is known of the fleet is known of its instance. */
function onlyRow(
  told: { readonly now?: number | undefined; readonly before?: number | undefined },
  signal: Signal,
  file: IncidentFile,
): readonly Row[] {
  const [name] = file.instances
  if (!isAlone(file) || name === undefined || signal.rows === 'none') return []
  const before = signal.rows === 'now_and_before' ? told.before : undefined
  return [{ key: keyOf(signal, name, file), now: measure(told.now), before: measure(before) }]
}

function isAlone({ instances }: IncidentFile): boolean {
  return instances.length === 1
}

/** Only engines know their rank and model. */
function keyOf({ exposer }: Signal, name: string, { alert }: IncidentFile): RowKey {
  const { instance, engine } = splitRow(name)
  if (exposer !== 'engine') return { instance, ...(engine !== undefined && exposer === 'log' && { engine }) }
  const modelName = alert === 'none' ? undefined : alert.model_name
  return { instance, engine: engine ?? '0', ...(modelName && { modelName }) }
}

function measure(value: number | undefined): Measure {
  return value === undefined ? absent('not_configured') : present(value)
}
