import type { Command } from 'commander'
import { type ClientsOptions, withClientsOptions } from './clients-options.ts'
import type { Finish } from './exit-code.ts'
import type { CliIo } from './io.ts'

/** `whyslow clients`: who sent the load, by access logs alone. */
export function addClients(program: Command, io: CliIo, finish: Finish): void {
  const command = program
    .command('clients')
    .description('say which clients sent the load, from access logs')
    .argument('<file...>', 'logs, also by * and ?, compressed by gzip or zstd; - is standard input')
    .addHelpText('after', '\nEnds with 0 clients are named, 11 no request was found, 2 usage, 1 unexpected.')
  withClientsOptions(command).action(async (files: readonly string[], options: ClientsOptions) => {
    const { runClients } = await import('./run-clients.ts')
    finish(await runClients(files, options, io))
  })
}
