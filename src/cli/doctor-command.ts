import type { Command } from 'commander'
import { type DoctorOptions, withDoctorOptions } from './doctor-options.ts'
import type { Finish } from './exit-code.ts'
import type { CliIo } from './io.ts'

/** `whyslow doctor`: why there is no data, link by link from the engine outward. */
export function addDoctor(program: Command, io: CliIo, finish: Finish): void {
  const command = program
    .command('doctor')
    .description('find where the path of the metrics breaks, and which signals there are')
    .addHelpText('after', '\nEnds with 0 nothing broken, 10 a link is broken, 11 cannot tell, 2 usage, 1 unexpected.')
  withDoctorOptions(command).action(async (options: DoctorOptions) => {
    const { runDoctor } = await import('./run-doctor.ts')
    finish(await runDoctor(options, io))
  })
}
