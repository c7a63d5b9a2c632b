// Of processes, their hosts and their starts. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Part (0..1) of all cores of a host that is busy, from which processes wait for one. Starting point. */
export const HOST_BUSY = 0.9

/** Cores from which one Python process has none left. Starting point. */
export const CORE_USED_UP = 0.9

/** CPU of all API servers against before: one of four that takes the rest of its core. Starting point. */
export const MORE_CPU = { times: 1.1, least: 0.3 } as const

/** Part of the time (0..1) in which some process of the host waits for a core. Starting point. */
export const CPU_PRESSURE = 0.4

/** Start times that went back in half an hour: one may be a clock that was set. */
export const STARTS_BACK = 2

/** So many are no clocks: at a scrape a minute two pods behind one target make eight of them. */
export const CERTAIN_STARTS_BACK = 4

/** Counter resets in half an hour that no engine manages: to start takes vLLM more than a minute and a half. */
export const IMPOSSIBLE_RESETS = 20

/** One engine fewer than before; of a thousand one is less than a thousandth part. */
export const ONE_FEWER = { times: 0.9999, least: 1 } as const

/** Instances that are left of before, where nobody told of scaling, from which something is wrong. Starting point. */
export const MANY_GONE = { times: 0.7, least: 1 } as const

/** Process starts in half an hour: one is a deploy, two may be a loop, and three are. */
export const CRASH_LOOP_STARTS = 2
export const CERTAIN_LOOP_STARTS = 3

/** Seconds from which a start is slow: weights from a local disk and a usual compile take less. Starting points. */
export const LONG_LOAD = 600
export const LONG_COMPILE = 300
