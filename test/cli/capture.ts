import type { CliIo } from '../../src/cli/io.ts'
import { runCli } from '../../src/cli/run-cli.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** When the tests' simulated histories end. */
export const NOW = Date.parse('2026-11-29T14:02:00Z')

/** Runs a command line in this process and keeps what it wrote. */
export function run(...args: readonly string[]): Promise<Ran> {
  return runAt(() => NOW, args)
}

/** The same by another clock. */
export async function runAt(now: () => number, args: readonly string[]): Promise<Ran> {
  const written = { out: '', err: '' }
  const io: CliIo = {
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
    colour: false,
    columns: undefined,
    now,
  }
  const code = await runCli(args, io)
  return { code, ...written }
}
