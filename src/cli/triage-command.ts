import type { Command } from 'commander'
import type { Finish } from './exit-code.ts'
import type { CliIo } from './io.ts'
import { type TriageOptions, withTriageOptions } from './triage-options.ts'

/** `whyslow triage`: one triage in the terminal; its exit code says what was found. */
export function addTriage(program: Command, io: CliIo, finish: Finish): void {
  const command = program
    .command('triage')
    .description('one triage in the terminal, no Slack needed')
    .addHelpText(
      'after',
      '\nEnds with 0 healthy, 10 a cause, 11 inconclusive, 2 usage, 1 unexpected.\nA file that cannot be written is usage, too: what was found is printed all the same, and the\nline on stderr says what the triage itself ended with.',
    )
  withTriageOptions(command).action(async (options: TriageOptions) => {
    const { triageInTerminal } = await import('./triage-in-terminal.ts')
    finish(await triageInTerminal(options, io))
  })
}
