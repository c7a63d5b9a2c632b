import { gatherFacts } from '../audit/doctor/gather-facts.ts'
import { signalTable } from '../audit/doctor/signal-table.ts'
import { walk } from '../audit/doctor/walk.ts'
import { inEnglish } from '../domain/text.ts'
import { unixSeconds } from '../domain/time.ts'
import { toDoctorJson } from './doctor-json.ts'
import type { DoctorOptions } from './doctor-options.ts'
import type { DoctorResult } from './doctor-result.ts'
import { doctorTarget } from './doctor-target.ts'
import { toDoctorText } from './doctor-text.ts'
import { EXIT } from './exit-code.ts'
import type { CliIo } from './io.ts'

const CODES = { ok: EXIT.healthy, broken: EXIT.cause, unknown: EXIT.inconclusive } as const

/**
 * Prints what is found along the path of the metrics.
 *
 * @returns the exit code
 */
export async function runDoctor(options: DoctorOptions, io: CliIo): Promise<number> {
  const result = await examine(options, io)
  io.out(options.format === 'json' ? toDoctorJson(result) : toDoctorText(result, io))
  return CODES[result.walk.standing]
}

async function examine(options: DoctorOptions, io: CliIo): Promise<DoctorResult> {
  const target = doctorTarget(options, unixSeconds(io.now() / 1000))
  const began = performance.now()
  const facts = await gatherFacts({ ...target, now: io.now })
  return { facts, walk: walk(facts, inEnglish), signals: signalTable(facts), tookMs: performance.now() - began }
}
