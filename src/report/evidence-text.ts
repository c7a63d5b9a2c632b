import type { Evidence } from '../domain/evidence.ts'
import type { Reading } from '../domain/reading.ts'
import { toIso } from '../domain/time.ts'
import type { ShownUnit } from '../domain/quantity.ts'
import { formatReason } from '../domain/quantity.ts'
import type { Speak, Text } from '../domain/text.ts'
import { andMore, english, inEnglish } from '../domain/text.ts'
import { showMeasure, showRow } from './format.ts'
import { plain } from './plain-text.ts'

/** What a signal is called, and what it counts. */
export interface SignalTitle {
  readonly id: string
  readonly title: Text
  readonly unit: ShownUnit
}

/** A thousand instances are told of in JSON; a person reads no more than these. */
const ROWS_SHOWN = 50

/** Every reading of one triage with its numbers and the query behind it, as a text to keep. */
export function evidenceText(evidence: Evidence, signals: readonly SignalTitle[], speak: Speak): string {
  const { scope, window, sources, takenAt } = evidence
  const place = [scope.cluster, scope.modelName, scope.instance].filter((part) => part !== undefined)
  const read = signals.map((signal) => ({ signal, reading: evidence.readings[signal.id] }))
  const present = read.filter(({ reading }) => reading?.status === 'present')
  const absent = read.filter(({ reading }) => reading?.status !== 'present')
  return [
    `Evidence for ${plain(place.join(' / '))}, taken at ${toIso(takenAt)}`,
    `Window ${toIso(window.start)} to ${toIso(window.end)}`,
    ...evidence.baselines.map(({ name, start, end }) => `Compared with ${name}: ${toIso(start)} to ${toIso(end)}`),
    ...sources.map(
      ({ source, status, notes }) =>
        `Source ${plain(source)}: ${status}${notes.map((note) => `; ${plain(note)}`).join('')}`,
    ),
    '',
    `# Read: ${present.length}`,
    ...present.flatMap(({ signal, reading }) => ['', ...readingLines(signal, reading, speak)]),
    '',
    `# Not read: ${absent.length}`,
    '',
    ...absent.flatMap(({ signal, reading }) => readingLines(signal, reading, speak)),
    '',
  ].join('\n')
}

function readingLines({ id, title, unit }: SignalTitle, reading: Reading | undefined, speak: Speak): readonly string[] {
  const head = english`${title} (${id})`
  if (reading === undefined) return [`${head}: not asked for`]
  if (reading.status === 'absent') {
    const detail = reading.detail === undefined ? '' : `: ${plain(reading.detail)}`
    const query = reading.query === undefined ? [] : [`  query: ${plain(reading.query)}`]
    return [`${head}: ${inEnglish(formatReason(reading.reason))}${detail}`, ...query]
  }
  const { fleet, baselines, rows, names, source, query, rowQuery } = reading
  const more = rows.length > ROWS_SHOWN ? [english`  ${andMore(rows.length - ROWS_SHOWN)}`] : []
  return [
    `${head}: ${showMeasure(fleet, unit, speak)}${reading.partial ? ' (the source says that this may be a part)' : ''}`,
    ...Object.entries(baselines).map(([name, measure]) => `  ${name}: ${showMeasure(measure, unit, speak)}`),
    ...rows.slice(0, ROWS_SHOWN).map(({ key, now }) => `  ${showRow(key)}: ${showMeasure(now, unit, speak)}`),
    ...more,
    `  read as ${plain(names.join(', '))} from ${plain(source)}`,
    `  query: ${plain(query)}`,
    ...(rowQuery === undefined ? [] : [`  by instance: ${plain(rowQuery)}`]),
  ]
}
