import { TRIAGE_SCHEMA } from '../report/triage-schema.ts'
import { stringifyEvidence } from './evidence-file.ts'
import { EXIT, exitCodeOf } from './exit-code.ts'
import { incidentSchema } from './incident-schema.ts'
import type { CliIo } from './io.ts'
import { runTriage } from './run-triage.ts'
import { formatTriage } from './triage-format.ts'
import type { TriageOptions } from './triage-options.ts'
import { writeChart } from './write-chart.ts'
import { writeOutput } from './write-output.ts'

/**
 * Prints one triage, or the schema asked for.
 *
 * @returns the exit code
 */
export async function triageInTerminal(options: TriageOptions, io: CliIo): Promise<number> {
  if (options.schema !== undefined) {
    io.out(`${JSON.stringify(options.schema === 'incident' ? incidentSchema() : TRIAGE_SCHEMA, undefined, 2)}\n`)
    return EXIT.healthy
  }
  const { chart, format, saveEvidence: path } = options
  const result = await runTriage(options, io, async (result, readable) => {
    io.out(formatTriage(result, format, io))
    // Only now: what has been found is not lost with a disk that is full, and waits for no picture.
    if (path !== undefined) await writeOutput({ option: '--save-evidence', path }, stringifyEvidence(result.evidence))
    if (chart !== undefined) await writeChart(chart, { result, readable }, io)
  })
  return exitCodeOf(result.diagnosis)
}
