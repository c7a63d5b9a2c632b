/** Where a command writes, and what it may know of the terminal. */
export interface CliIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether standard output is a terminal that wants colour. */
  readonly colour: boolean
  /** Columns of the terminal; undefined when it is none. */
  readonly columns: number | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The process's own streams. A reader that goes away (`| head`) is no error: what is left is not written. */
export function processIo(): CliIo {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY && wantsColour(process.env),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    now: () => Date.now(),
  }
}

/**
 * A person who turned colour off for all programs, by NO_COLOR with any text in it (no-color.org), or whose terminal draws
 * none, would read the escape codes between the words.
 */
function wantsColour(env: NodeJS.ProcessEnv): boolean {
  return (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}
