import type { InstanceLine } from '../domain/diagnosis.ts'
import { nameOfRow } from '../domain/reading.ts'
import { finiteValue } from '../report/finite.ts'
import { showCell } from '../report/format.ts'
import { busiest } from '../report/instance-table.ts'
import { narrowTable } from './render-phone.ts'
import { EN } from './strings/en.ts'

/** What each instance gets and how full it is, the busiest first, as narrow lines; what does not fit is counted. */
export function instanceLines(lines: readonly InstanceLine[], most: number): readonly string[] {
  if (lines.length === 0) return []
  const rows = busiest(lines, most).map((line) => ({
    name: `${nameOfRow(line.key)}${finiteValue(line.up) === 0 ? EN.instances.down : ''}`,
    cells: [
      showCell(line.arrivals, 'requests/s'),
      showCell(line.share, 'ratio'),
      showCell(line.waiting, 'requests'),
      showCell(line.running, 'requests'),
      showCell(line.kv, 'ratio'),
    ],
  }))
  const more = lines.length > rows.length ? [EN.details.more(lines.length - rows.length)] : []
  return [...narrowTable(EN.instances.columns, rows), ...more]
}
