import type { Command } from 'commander'
import { TRIAGE_SCHEMA } from '../report/triage-schema.ts'
import { type Finish, exitCodeOf } from './exit-code.ts'
import { incidentSchema } from './incident-schema.ts'
import type { CliIo } from './io.ts'
import { runTriage } from './run-triage.ts'
import { saveEvidence } from './save-evidence.ts'
import { formatTriage } from './triage-format.ts'
import { type TriageOptions, withTriageOptions } from './triage-options.ts'

/** `whyslow triage`: one triage in the terminal; its exit code says what was found. */
export function addTriage(program: Command, io: CliIo, finish: Finish): void {
  const command = program
    .command('triage')
    .description('one triage in the terminal, no Slack needed')
    .addHelpText('after', '\nEnds with 0 healthy, 10 a cause, 11 inconclusive, 2 usage, 1 unexpected.')
  withTriageOptions(command).action(async (options: TriageOptions) => {
    if (options.schema !== undefined) {
      io.out(`${JSON.stringify(options.schema === 'incident' ? incidentSchema() : TRIAGE_SCHEMA, undefined, 2)}\n`)
      return
    }
    const result = await runTriage(options, io)
    io.out(formatTriage(result, options.format, io))
    // Only now: what has been found is not lost with a disk that is full.
    if (options.saveEvidence !== undefined) await saveEvidence(result.evidence, options.saveEvidence)
    finish(exitCodeOf(result.diagnosis))
  })
}
