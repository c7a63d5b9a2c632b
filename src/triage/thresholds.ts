/**
 * Where the tests draw their lines. vLLM or the hardware decides some of them; the rest are starting points from
 * operators' reports, to be moved by what two weeks of a fleet's own data show.
 */

/** Requests in the queue, mean over the window. V1 shows nobody waiting while there is room, so one is a queue. */
export const QUEUE = 1

/** KV blocks in use (0..1) from which admission stops for want of blocks within a few requests. */
export const KV_NEARLY_FULL = 0.9

/** KV blocks in use (0..1) below which blocks are not what a request waits for. */
export const KV_FREE = 0.7

/** KV blocks in use (0..1) at which vLLM evicts: a running request finds no block. */
export const KV_FULL = 0.97

/** Evictions per finished request; below it users do not feel them (mild preemption). */
export const PREEMPTIONS_PER_REQUEST = 0.1

/** Greatest arrivals over the mean, with three instances or more and with two; fair is 1. */
export const SKEW = 2
export const SKEW_OF_TWO = 1.6

/** Arrivals in the window below which shares are chance. */
export const LEAST_ARRIVALS = 20

/** A stage is guilty when it explains this part (0..1) of the growth of latency. */
export const GUILTY_SHARE = 0.5

/** Latency is worse from this factor and this many seconds more. */
export const SLOWER = { times: 1.3, least: 0.1 } as const

/** The same for a single token, where 5 ms more is felt. */
export const TOKEN_SLOWER = { times: 1.25, least: 0.005 } as const

/**
 * Up to here latency is called "as before". Between this and `SLOWER` lies what a window that began before the trouble
 * shows of it: nothing to be sure of.
 */
export const STIRRED = { times: 1.1, least: 0.05 } as const
export const TOKEN_STIRRED = { times: 1.1, least: 0.002 } as const

/** Requests at the gateway over requests at the engines, from and to which the gateway's latency speaks of this fleet. */
export const SAME_REQUESTS = { from: 0.93, to: 1.07 } as const

/** Part (0..1) of a GPU's clock in the hour before: below it the clock is held down, not merely boosting less. */
export const CLOCK_DOWN = 0.92

/** Part of the time (0..1) for which a GPU says that it is being throttled. */
export const THROTTLED = 0.05

/** °C from which an NVIDIA data-centre GPU is near its slowdown limit (83 to 90 °C by model). */
export const GPU_HOT = 80

/** Process starts in half an hour: one is a deploy, two may be a loop, and three are. */
export const CRASH_LOOP_STARTS = 2
export const CERTAIN_LOOP_STARTS = 3

/** Part (0..1) of its greatest value by which a plateau of running requests may waver between scrapes. */
export const PLATEAU_WAVER = 0.05
