import type { History } from '../domain/history.ts'
import { formatReason } from '../domain/quantity.ts'
import { incidentHistory } from '../flow/incident-history.ts'
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
  const outcome = await incidentHistory(readable.sources, result, readable.deadlineSeconds)
  if (outcome.status === 'failed') return io.err(noteOf(outcome.detail ?? formatReason(outcome.reason)))
  const png = await draw(result, outcome.value)
  if (typeof png === 'string') return io.err(noteOf(png))
  await writeOutput({ option: '--chart', path }, png)
}

function noteOf(why: string): string {
  return `whyslow: no chart: ${oneLine(why)}\n`
}

/** The picture, or why there is none. What draws it is large, so it is loaded only when a chart is wanted. */
async function draw(result: TriageResult, history: History): Promise<Uint8Array | string> {
  try {
    const [{ toChartSvg }, { svgToPng }] = await Promise.all([
      import('../report/chart/to-chart-svg.ts'),
      import('../lib/svg-to-png.ts'),
    ])
    return svgToPng(toChartSvg(result, history))
  } catch (error) {
    return `it could not be drawn: ${error instanceof Error ? error.message : String(error)}`
  }
}
