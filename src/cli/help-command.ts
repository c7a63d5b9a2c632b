import type { Command } from 'commander'
import { UsageError } from './usage-error.ts'

/** `whyslow help [command]`: what `--help` prints; a command there is none of is one line. */
export function addHelp(program: Command): void {
  program
    .command('help')
    .argument('[command]', 'which one')
    .description('explain a command')
    .action((name: string | undefined) => {
      const found = name === undefined ? program : program.commands.find((command) => command.name() === name)
      if (found === undefined) throw new UsageError(`there is no command "${name}"; list them with: whyslow --help`)
      found.outputHelp()
    })
}
