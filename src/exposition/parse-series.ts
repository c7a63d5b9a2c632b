import type { Labels } from '../domain/series.ts'
import { afterBlanks } from './characters.ts'
import { endOfSeries } from './scan-series.ts'

export interface SeriesName {
  readonly name: string
  readonly labels: Labels
}

/**
 * The name and the labels of a series as written, also of Prometheus 3's `{"a.name",label="…"}`; undefined when it is
 * none. Of a label given twice the last one counts. What is returned keeps no larger text alive.
 */
export function parseSeries(text: string): SeriesName | undefined {
  const own = detach(text)
  const marks: number[] = []
  const end = endOfSeries(own, afterBlanks(own, 0), marks)
  if (typeof end === 'string' || afterBlanks(own, end) < own.length) return undefined
  const part = (index: number): string => unquote(own.slice(marks[index], marks[index + 1]))
  const labels: [string, string][] = []
  for (let index = 2; index < marks.length; index += 4) labels.push([part(index), part(index + 2)])
  return { name: part(0), labels: Object.fromEntries(labels) }
}

/**
 * The same text with memory of its own. A slice of a chunk keeps the whole chunk alive for as long as it lives itself,
 * which counts where series are kept by their text.
 */
export function detach(text: string): string {
  return ` ${text}`.slice(1)
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  const inner = text.slice(1, -1)
  return inner.includes('\\') ? inner.replaceAll(/\\[\\"n]/g, unescape) : inner
}

/** Another escape stays as it stands, as Prometheus leaves it. */
function unescape(escape: string): string {
  return escape === '\\n' ? '\n' : escape.slice(1)
}
