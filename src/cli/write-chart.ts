import { drawChart } from '../flow/draw-chart.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { CliIo } from './io.ts'
import type { Readable } from './run-triage.ts'
import { oneLine } from './one-line.ts'
import { writeOutput } from './write-output.ts'

/**
 * Writes the incident's chart. One that cannot be drawn is a note and no failure: what was found has been told.
 *
 * @throws UsageError when the file cannot be written
 */
export async function writeChart(
  path: string,
  { result, readable }: { readonly result: TriageResult; readonly readable: Readable },
  io: Pick<CliIo, 'err'>,
): Promise<void> {
  const chart = await drawChart(result, readable)
  if (typeof chart === 'string') return io.err(`whyslow: no chart: ${oneLine(chart)}\n`)
  await writeOutput({ option: '--chart', path }, chart.png)
}
