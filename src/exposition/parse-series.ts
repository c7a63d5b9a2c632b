import type { Labels } from '../domain/series.ts'
import { afterBlanks } from './characters.ts'
import { endOfSeries } from './scan-series.ts'

const QUOTE = 0x22

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
  const labels: Record<string, string> = {}
  for (let index = 2; index < marks.length; index += 4) {
    const name = textAt(own, marks, index)
    const value = textAt(own, marks, index + 2)
    // By assignment it would be taken for the object's prototype.
    if (name === '__proto__') Object.defineProperty(labels, name, { value, ...LIKE_ANY_OTHER })
    else labels[name] = value
  }
  return { name: textAt(own, marks, 0), labels }
}

const LIKE_ANY_OTHER = { enumerable: true, configurable: true, writable: true } as const

/** The name alone of a series as written; of Prometheus 3's `{"a.name"}` it takes the whole to be read. */
export function nameOf(series: string): string | undefined {
  const brace = series.indexOf('{')
  return brace === 0 ? parseSeries(series)?.name : (brace < 0 ? series : series.slice(0, brace)).trim()
}

/**
 * The same text with memory of its own. A slice of a chunk keeps the whole chunk alive for as long as it lives itself,
 * which counts where series are kept by their text.
 */
export function detach(text: string): string {
  return ` ${text}`.slice(1)
}

function textAt(text: string, marks: readonly number[], index: number): string {
  const start = marks[index] ?? 0
  const end = marks[index + 1] ?? 0
  if (text.charCodeAt(start) !== QUOTE) return text.slice(start, end)
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? inner.replaceAll(/\\[\\"n]/g, unescape) : inner
}

/** Another escape stays as it stands, as Prometheus leaves it. */
function unescape(escape: string): string {
  return escape === '\\n' ? '\n' : escape.slice(1)
}
