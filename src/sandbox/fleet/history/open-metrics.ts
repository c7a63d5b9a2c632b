import { labelText } from '../exposition/classic-text.ts'
import type { FamilyType } from '../exposition/family.ts'
import type { Column, RecordedFamily, Recording } from './recording.ts'

/** Characters gathered before a chunk is handed out. */
const CHUNK = 1 << 18

/** OpenMetrics has no counter without `_total`. */
const TYPES: Readonly<Record<FamilyType, string>> = {
  counter: 'counter',
  bare_counter: 'unknown',
  gauge: 'gauge',
  histogram: 'histogram',
  summary: 'summary',
}

/**
 * The recording as OpenMetrics text with timestamps, family by family, each series in order of time and
 * `# EOF` at the end: what `promtool tsdb create-blocks-from openmetrics` reads.
 */
export function* openMetricsText(
  { families, times }: Recording,
  keeps: (family: string) => boolean = () => true,
): Generator<string, void, undefined> {
  const stamps = Array.from(times, (time) => String(Math.round(time * 1000) / 1000))
  let chunk = ''
  for (const family of families.values()) {
    if (!keeps(family.name)) continue
    chunk += heading(family)
    for (const column of family.columns) {
      chunk += columnText(column, stamps)
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ''
    }
  }
  yield `${chunk}# EOF\n`
}

function heading({ name, help, type }: RecordedFamily): string {
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${TYPES[type]}\n`
}

function escapeHelp(help: string): string {
  return help.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function columnText({ name, labels, values }: Column, stamps: readonly string[]): string {
  const head = `${name}${labelText(labels)} `
  let text = ''
  for (let index = 0; index < stamps.length; index++) {
    const value = values[index] ?? NaN
    if (!Number.isNaN(value)) text += `${head}${value} ${stamps[index] ?? ''}\n`
  }
  return text
}
