import { endToEndMean, queueMean, ttftMean } from '../../src/signals/vllm/latency.ts'
import { completions, generation, prefixHitRatio, promptRate } from '../../src/signals/vllm/traffic.ts'
import type { Conformance, DumpResult } from './conform.ts'
import { whyAbsent } from './why-absent.ts'
import type { AccessLogResult } from './read-access-log.ts'
import type { PairResult } from './read-pair.ts'
import { understoodLines } from './read-dump.ts'

/** Signals that show at a glance whether a pair was read sensibly. */
const SHOWN = [completions, generation, promptRate, ttftMean, queueMean, endToEndMean, prefixHitRatio]

export function printConformance({ dumps, pairs, accessLogs, problems }: Conformance): string {
  const lines = dumps.map(({ dump }) => dump.summary.lines).reduce((sum, count) => sum + count, 0)
  const understood = dumps.map(({ dump }) => understoodLines(dump)).reduce((sum, count) => sum + count, 0)
  return [
    ...table(['page', 'lines', 'engine', 'signals', 'names'], dumps.map(rowOf)),
    '',
    ...dumps.flatMap(({ dump, folder }) =>
      Object.entries(dump.explained).map(([why, count]) => `${folder}/${dump.name}: ${count} × ${why}`),
    ),
    '',
    'Signals that a page of vLLM’s does not have, and why:',
    ...absentLines(dumps.filter(({ folder }) => folder === 'metrics')),
    '',
    ...table(['pair, read as ten minutes', ...SHOWN.map(({ id }) => id)], pairs.map(pairRow)),
    '',
    ...table(['access log', 'formats', 'sure', 'else', 'requests', 'broken', 'other lines'], accessLogs.map(logRow)),
    '',
    `${dumps.length} pages, ${understood} of ${lines} lines understood, ${pairs.length} pairs, ${accessLogs.length} access logs, ${problems.length} problems`,
    ...problems.map((problem) => `PROBLEM ${problem}`),
  ].join('\n')
}

function rowOf({ folder, dump, generation, other, signals, vllmNames }: DumpResult): readonly string[] {
  const all = signals.found.length + Object.keys(signals.absent).length
  return [
    `${folder}/${dump.name}`,
    `${understoodLines(dump)}/${dump.summary.lines}`,
    other ?? generation ?? '-',
    `${signals.found.length}/${all}`,
    String(vllmNames),
  ]
}

function absentLines(results: readonly DumpResult[]): readonly string[] {
  const pagesBy = new Map<string, string[]>()
  for (const result of results) {
    for (const id of Object.keys(result.signals.absent)) {
      const key = `${id}, ${whyOf(id, result)}`
      pagesBy.set(key, [...(pagesBy.get(key) ?? []), result.dump.name.replace(/\.prom$/, '')])
    }
  }
  return [...pagesBy].map(([key, pages]) => `  ${key}: ${pages.join(', ')}`).toSorted()
}

function whyOf(id: string, { generation, isWhole, signals }: DumpResult): string {
  if (!isWhole || generation === undefined) return 'an excerpt'
  return `${generation} ${whyAbsent(id, generation) ?? `lacks ${signals.absent[id]}`}`
}

function pairRow({ name, values }: PairResult): readonly string[] {
  return [name, ...SHOWN.map(({ id }) => short(values[id]))]
}

function logRow({ file, formats, confidence, runnerUp, read, broken, other }: AccessLogResult): readonly string[] {
  return [file, formats.join(', ') || '-', confidence.toFixed(2), runnerUp ?? '-', ...[read, broken, other].map(String)]
}

function short(value: number | string | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : (value ?? '-')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)))
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
