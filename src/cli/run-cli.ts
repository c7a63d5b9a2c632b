import { CommanderError } from 'commander'
import { EXIT } from './exit-code.ts'
import type { CliIo } from './io.ts'
import { oneLine } from './one-line.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line.
 *
 * @param args without the program's own name
 * @returns the exit code
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let code: number = EXIT.healthy
  const program = createProgram(io, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return await explain(error, io)
  }
}

/** A mistake of the user is one line; anything else is ours and shows where it happened. */
async function explain(error: unknown, io: CliIo): Promise<number> {
  // Commander has written its line, its help or the version by itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.healthy : EXIT.usage
  const { mistakeOf } = await import('./users-mistake.ts')
  const mistake = mistakeOf(error)
  if (mistake !== undefined) {
    io.err(`whyslow: ${oneLine(mistake)}\n`)
    return EXIT.usage
  }
  io.err(`whyslow: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return EXIT.unexpected
}
