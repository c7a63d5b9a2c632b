// Of latency and its stages. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Part (0..1) of the growth of latency that makes a stage guilty: more than all others together. */
export const GUILTY_SHARE = 0.5

/** Seconds below which the growth of the whole is noise, and a part of it nothing. Starting point. */
export const LEAST_GROWTH = 0.05

/** Slower for whom it serves. Starting points; 0.1 s is what a person notices, 5 ms a token what a reader does. */
export const SLOWER = { times: 1.3, least: 0.1 } as const
export const TOKEN_SLOWER = { times: 1.25, least: 0.005 } as const

/** The same of the slowest in a hundred, which waver more: what is less than that is noise of a small fleet. Starting points. */
export const TAIL_SLOWER = { times: 2, least: 1 } as const
export const TOKEN_TAIL_SLOWER = { times: 2, least: 0.05 } as const

/** One instance so much slower than before that it is not chance of its few requests, though the mean of the fleet hides it. Starting point. */
export const INSTANCE_SLOWER = { times: 3, least: 1 } as const

/**
 * Up to here latency is called "as before". Between this and slower lies what a window that began before the trouble shows
 * of it: nothing to be sure of. From a sweep of the simulated stories two and four minutes after their onset.
 */
export const STIRRED = { times: 1.1, least: LEAST_GROWTH } as const
export const TOKEN_STIRRED = { times: 1.1, least: 0.002 } as const

/** Seconds of the API server below which its time was not taken but rounded: V0 starts its clock in the engine. */
export const UNTIMED = 0.001

/** Seconds of a scrape that a free event loop does not need, and that not even a large page explains. Starting points. */
export const LATE_SCRAPE = 1
export const VERY_LATE_SCRAPE = 5

/** More images, sounds and videos in the window than before. Starting point. */
export const MORE_MEDIA = { times: 1.3, least: 10 } as const

/** A part that takes longer than the whole, in means of the same requests: more than rounding, and requests still inside, make. Starting point. */
export const LONGER_THAN_THE_WHOLE = { times: 1.5, least: 1 } as const
