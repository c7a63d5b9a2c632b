import type { Labels } from '../../../domain/series.ts'

/** One sample of the text format: the series as written, its value and its time in milliseconds. */
export interface Line {
  readonly series: string
  readonly value: number
  readonly time: number
}

/** Seconds of OpenMetrics are below this until the year 5138, milliseconds of the classic format above it from 1973. */
const FIRST_MILLISECONDS = 1e11

/** Reads a sample line; undefined when it is none, or has no time. An exemplar behind it is left alone. */
export function parseLine(text: string): Line | undefined {
  const seriesEnd = endOfSeries(text)
  if (seriesEnd <= 0) return undefined
  const valueStart = afterSpace(text, seriesEnd)
  const valueEnd = endOfWord(text, valueStart)
  const timeStart = afterSpace(text, valueEnd)
  const timeEnd = endOfWord(text, timeStart)
  if (timeEnd === timeStart || valueEnd === valueStart) return undefined
  const value = parseNumber(text.slice(valueStart, valueEnd))
  const time = Number(text.slice(timeStart, timeEnd))
  if (value === undefined || !Number.isFinite(time)) return undefined
  const milliseconds = Math.round(Math.abs(time) < FIRST_MILLISECONDS ? time * 1000 : time)
  return { series: text.slice(0, seriesEnd), value, time: milliseconds }
}

/** Where the name and its labels end; a brace in a label's value ends nothing. */
function endOfSeries(text: string): number {
  const brace = text.indexOf('{')
  const space = text.indexOf(' ')
  if (brace < 0 || (space >= 0 && space < brace)) return space
  let isQuoted = false
  for (let index = brace + 1; index < text.length; index++) {
    const character = text[index]
    if (character === '\\' && isQuoted) index++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === '}' && !isQuoted) return index + 1
  }
  return -1
}

function afterSpace(text: string, from: number): number {
  let index = from
  while (text[index] === ' ' || text[index] === '\t') index++
  return index
}

function endOfWord(text: string, from: number): number {
  let index = from
  while (index < text.length && text[index] !== ' ' && text[index] !== '\t') index++
  return index
}

/** A number as the text formats have it, `NaN`, `+Inf` and three-digit exponents among them. */
function parseNumber(text: string): number | undefined {
  if (/^nan$/i.test(text)) return NaN
  const infinity = /^([+-]?)inf(?:inity)?$/i.exec(text)
  if (infinity !== null) return infinity[1] === '-' ? -Infinity : Infinity
  const value = Number(text)
  return Number.isNaN(value) ? undefined : value
}

export interface SeriesName {
  readonly name: string
  readonly labels: Labels
}

const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_.:]*|"(?:[^"\\]|\\.)*")\s*(?:=\s*"((?:[^"\\]|\\.)*)")?\s*(?:,|$)/y

/** The name and the labels of a series as written; `{"a.name",label="…"}` of Prometheus 3 as well. */
export function parseSeries(text: string): SeriesName | undefined {
  const brace = text.indexOf('{')
  if (brace < 0) return { name: text.trim(), labels: {} }
  let name = text.slice(0, brace).trim()
  const inner = text.slice(brace + 1, -1)
  const labels: Record<string, string> = {}
  const pattern = new RegExp(LABEL.source, 'y')
  while (pattern.lastIndex < inner.length) {
    const at = pattern.lastIndex
    const found = pattern.exec(inner)
    const [, key, value] = found ?? []
    if (key === undefined) return inner.slice(at).trim() === '' ? { name, labels } : undefined
    if (value !== undefined) labels[unquoted(key)] = unescape(value)
    else if (key.startsWith('"') && name === '') name = unquoted(key)
    else return undefined
  }
  return name === '' ? undefined : { name, labels }
}

function unquoted(text: string): string {
  return text.startsWith('"') ? unescape(text.slice(1, -1)) : text
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}
