import type { Command } from 'commander'
import { gatherFacts } from '../audit/doctor/gather-facts.ts'
import { signalTable } from '../audit/doctor/signal-table.ts'
import { walk } from '../audit/doctor/walk.ts'
import { unixSeconds } from '../domain/time.ts'
import { type DoctorOptions, withDoctorOptions } from './doctor-options.ts'
import type { DoctorResult } from './doctor-result.ts'
import { doctorTarget } from './doctor-target.ts'
import { toDoctorJson } from './doctor-json.ts'
import { toDoctorText } from './doctor-text.ts'
import { EXIT, type Finish } from './exit-code.ts'
import type { CliIo } from './io.ts'

const CODES = { ok: EXIT.healthy, broken: EXIT.cause, unknown: EXIT.inconclusive } as const

/** `whyslow doctor`: why there is no data, link by link from the engine outward. */
export function addDoctor(program: Command, io: CliIo, finish: Finish): void {
  const command = program
    .command('doctor')
    .description('find where the path of the metrics breaks, and which signals there are')
    .addHelpText('after', '\nEnds with 0 nothing broken, 10 a link is broken, 11 cannot tell, 2 usage, 1 unexpected.')
  withDoctorOptions(command).action(async (options: DoctorOptions) => {
    const result = await examine(options, io)
    io.out(options.format === 'json' ? toDoctorJson(result) : toDoctorText(result, io))
    finish(CODES[result.walk.standing])
  })
}

async function examine(options: DoctorOptions, io: CliIo): Promise<DoctorResult> {
  const target = doctorTarget(options, unixSeconds(io.now() / 1000))
  const began = performance.now()
  const facts = await gatherFacts({ ...target, now: io.now })
  return { facts, walk: walk(facts), signals: signalTable(facts), tookMs: performance.now() - began }
}
