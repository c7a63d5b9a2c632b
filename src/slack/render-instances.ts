import type { InstanceLine } from '../domain/diagnosis.ts'
import { nameOfRow } from '../domain/reading.ts'
import type { Speak } from '../domain/text.ts'
import { finiteValue } from '../report/finite.ts'
import { showCell } from '../report/format.ts'
import { busiest } from '../report/instance-table.ts'
import { narrowTable } from './render-phone.ts'
import { EN } from './strings/en.ts'

/** What each instance gets and how full it is, the busiest first, as narrow lines; what does not fit is counted. */
export function instanceLines(lines: readonly InstanceLine[], most: number, speak: Speak): readonly string[] {
  if (lines.length === 0) return []
  const rows = busiest(lines, most).map((line) => ({
    name: `${nameOfRow(line.key)}${finiteValue(line.up) === 0 ? speak(EN.instances.down) : ''}`,
    cells: [
      showCell(line.arrivals, 'requests/s', speak),
      showCell(line.share, 'ratio', speak),
      showCell(line.waiting, 'requests', speak),
      showCell(line.running, 'requests', speak),
      showCell(line.kv, 'ratio', speak),
    ],
  }))
  const more = lines.length > rows.length ? [speak(EN.details.more(lines.length - rows.length))] : []
  return [...narrowTable(EN.instances.columns.map(speak), rows), ...more]
}
