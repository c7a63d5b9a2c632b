import type { Labels } from '../domain/series.ts'

/** What is kept of one alert: far above what real ones carry, and small enough that a storm of them fits the store. */
const MAX_LABELS = 64
const MAX_NAME_LENGTH = 128
const MAX_LABEL_LENGTH = 1_024
const MAX_ANNOTATIONS = 32
const MAX_ANNOTATION_LENGTH = 2_048
const MAX_TEXT_LENGTH = 2_048

/** Kept first when there are too many. */
const ESSENTIAL_LABELS: ReadonlySet<string> = new Set([
  'alertname',
  'rulename',
  'cluster',
  'model_name',
  'instance',
  'namespace',
  'pod',
  'job',
  'severity',
])

export function boundLabels(labels: Labels): Labels {
  const entries = Object.entries(labels)
  const ordered =
    entries.length > MAX_LABELS
      ? [...entries.filter(([name]) => isEssential(name)), ...entries.filter(([name]) => !isEssential(name))]
      : entries
  return boundEntries(ordered.slice(0, MAX_LABELS), MAX_LABEL_LENGTH)
}

export function boundAnnotations(annotations: Labels): Labels {
  return boundEntries(Object.entries(annotations).slice(0, MAX_ANNOTATIONS), MAX_ANNOTATION_LENGTH)
}

/** A text cut to `limit` UTF-16 units, ending in `…` when cut, without half characters and NULs. */
export function boundText(text: string, limit = MAX_TEXT_LENGTH): string {
  const clean = text.replaceAll('\0', '').replaceAll(LONE_SURROGATE, '\uFFFD')
  if (clean.length <= limit) return clean
  return `${clean.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** Half a character: JSON may carry it, a database and Slack may not. */
const LONE_SURROGATE = /\p{Surrogate}/gu

function isEssential(name: string): boolean {
  return ESSENTIAL_LABELS.has(name)
}

function boundEntries(entries: readonly (readonly [string, string])[], limit: number): Labels {
  return Object.fromEntries(entries.map(([name, value]) => [boundText(name, MAX_NAME_LENGTH), boundText(value, limit)]))
}
