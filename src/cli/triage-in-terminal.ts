import { TRIAGE_SCHEMA } from '../report/triage-schema.ts'
import { EXIT, exitCodeOf } from './exit-code.ts'
import { incidentSchema } from './incident-schema.ts'
import type { CliIo } from './io.ts'
import { runTriage } from './run-triage.ts'
import { saveEvidence } from './save-evidence.ts'
import { formatTriage } from './triage-format.ts'
import type { TriageOptions } from './triage-options.ts'

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
  const result = await runTriage(options, io)
  io.out(formatTriage(result, options.format, io))
  // Only now: what has been found is not lost with a disk that is full.
  if (options.saveEvidence !== undefined) await saveEvidence(result.evidence, options.saveEvidence)
  return exitCodeOf(result.diagnosis)
}
