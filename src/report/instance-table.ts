import type { InstanceLine } from '../domain/diagnosis.ts'
import { andMore, inEnglish } from '../domain/text.ts'
import { aligned } from './aligned.ts'
import { cut } from './columns.ts'
import { finiteValue } from './finite.ts'
import { showCell, showRow } from './format.ts'

/** A column of the table: its title and what stands in it. */
interface Column {
  readonly title: string
  readonly cell: (line: InstanceLine) => string
}

export const INSTANCE_COLUMNS: readonly Column[] = [
  { title: 'instance', cell: ({ key }) => showRow(key) },
  { title: 'up', cell: ({ up }) => upText(finiteValue(up)) },
  { title: 'arrive', cell: ({ arrivals }) => showCell(arrivals, 'requests/s', inEnglish) },
  { title: 'share', cell: ({ share }) => showCell(share, 'ratio', inEnglish) },
  { title: 'finish', cell: ({ completions }) => showCell(completions, 'requests/s', inEnglish) },
  { title: 'waiting', cell: ({ waiting }) => showCell(waiting, 'requests', inEnglish) },
  { title: 'running', cell: ({ running }) => showCell(running, 'requests', inEnglish) },
  { title: 'KV', cell: ({ kv }) => showCell(kv, 'ratio', inEnglish) },
]

const NAME_WIDTH = 40

/** The busiest instances first, as aligned lines; what does not fit is counted. */
export function instanceTable(lines: readonly InstanceLine[], most: number): readonly string[] {
  if (lines.length === 0) return []
  const rows = busiest(lines, most).map((line) => INSTANCE_COLUMNS.map(({ cell }) => cut(cell(line), NAME_WIDTH)))
  const text = aligned([INSTANCE_COLUMNS.map(({ title }) => title), ...rows], (column) => column === 0)
  return lines.length > most ? [...text, inEnglish(andMore(lines.length - most))] : text
}

/** By requests waiting, then by share of the arrivals; those that are down first of all. */
export function busiest(lines: readonly InstanceLine[], most: number): readonly InstanceLine[] {
  const rank = (line: InstanceLine): readonly number[] => [
    finiteValue(line.up) === 0 ? 1 : 0,
    finiteValue(line.waiting) ?? -1,
    finiteValue(line.share) ?? -1,
  ]
  return lines
    .map((line) => ({ line, rank: rank(line) }))
    .toSorted((a, b) => b.rank.map((value, index) => value - (a.rank[index] ?? 0)).find((step) => step !== 0) ?? 0)
    .slice(0, most)
    .map(({ line }) => line)
}

function upText(up: number | null): string {
  if (up === null) return '–'
  return up === 0 ? 'DOWN' : 'up'
}
