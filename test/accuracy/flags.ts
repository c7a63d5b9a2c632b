import { parseArgs } from 'node:util'

export interface Flags {
  readonly ablate: boolean
  readonly noise: boolean
  /** Where everything is written that was found. */
  readonly json?: string | undefined
  /** Instances of the simulated fleets; none where only what was written down is asked for. */
  readonly sizes: readonly number[]
  readonly seeds: number
}

/** @throws Error in one line that says how to mend it */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ablate: { type: 'boolean', default: false },
      noise: { type: 'boolean', default: false },
      json: { type: 'string' },
      sizes: { type: 'string', default: '1,4,40' },
      seeds: { type: 'string', default: '3' },
      written: { type: 'boolean', default: false },
    },
  })
  const { written, sizes, seeds, ...rest } = values
  const told = sizes.split(',').map((size) => wholeOf('--sizes', size))
  return { ...rest, sizes: written ? [] : told, seeds: wholeOf('--seeds', seeds) }
}

function wholeOf(flag: string, written: string): number {
  if (/^\s*[1-9]\d{0,5}\s*$/u.test(written)) return Number(written)
  throw new Error(`${flag}: ${JSON.stringify(written)} is no whole number from 1 on`)
}
