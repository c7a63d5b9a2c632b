import { say } from '../../domain/text.ts'
const ENGINE = {
  exposer: 'engine',
  enableWith: say`run vLLM without --disable-log-stats and scrape its /metrics`,
} as const

/** What a signal read from the engine's gauges has in common: written at each step, frozen when the engine hangs. */
export const GAUGE = { ...ENGINE, witness: 'gauges' } as const

/** The same for counters and histograms. */
export const COUNTER = { ...ENGINE, witness: 'counters' } as const
