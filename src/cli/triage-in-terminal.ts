import { TRIAGE_SCHEMA } from '../report/triage-schema.ts'
import { stringifyEvidence } from './evidence-file.ts'
import { EXIT, exitCodeOf } from './exit-code.ts'
import { incidentSchema } from './incident-schema.ts'
import type { CliIo } from './io.ts'
import { runTriage } from './run-triage.ts'
import { formatTriage } from './triage-format.ts'
import type { TriageOptions } from './triage-options.ts'
import { UsageError } from './usage-error.ts'
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
    const code = exitCodeOf(result.diagnosis)
    const unwritten = [
      path === undefined
        ? undefined
        : await problemOf(writeOutput({ option: '--save-evidence', path }, stringifyEvidence(result.evidence)), code),
      chart === undefined ? undefined : await problemOf(writeChart(chart, { result, readable }, io), code),
    ]
    const [first] = unwritten.filter((problem) => problem !== undefined)
    if (first !== undefined) throw first
  })
  return exitCodeOf(result.diagnosis)
}

/**
 * Who asked for a file goes on with it, so that it is not there is what the command ends with; what was found is printed,
 * and the line says how that alone would have ended.
 */
async function problemOf(writing: Promise<void>, code: number): Promise<UsageError | undefined> {
  try {
    await writing
    return undefined
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return new UsageError(`${error.message}; the triage itself ended with ${code}`, error)
  }
}
