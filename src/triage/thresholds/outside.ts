// Of gateways and clients. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Time at the gateway beyond the engines' from which it is where the time is: seconds, and a part (0..1) of theirs. Starting points. */
export const LOST_OUTSIDE = { seconds: 1, part: 0.2 } as const

/** Requests at the gateway over those at the engines. A request in flight at either edge of the window is in one only. */
export const SAME_REQUESTS = { from: 0.93, to: 1.07 } as const

/** Part (0..1) of the answers that fail, or time out, from which users call. Starting point. */
export const ANSWERS_FAIL = 0.01

/** More clients that leave, or requests that are aborted, in parts of all. Starting point. */
export const MORE_LEAVE = { times: 1.5, least: 0.05 } as const

/** Around one over the number of instances, what one dead server of them fails. Starting points. */
export const FAIR_SHARE = { from: 0.5, to: 1.5 } as const

/** Cores of an nginx process, which has one; the master's and the cache's beside the workers' pull the mean down. */
export const WORKER_BUSY = 0.7

/** Requests at the engines for one at the gateway: so many, and so many more than before. Starting points. */
export const ATTEMPTS_PER_REQUEST = 1.3
export const MORE_ATTEMPTS = 1.2

/** How many times its load of before the rest of the clients may send and still be called steady. Starting point. */
export const OTHERS_STEADY = 1.5

/** Part (0..1) of the load from which a client's longer prompts, or answers, are felt by all; and how much longer. Starting points. */
export const CLIENT_MATTERS = 0.2
export const LONGER_OF_ONE = 1.5

/** Part (0..1) of Envoy's attempts that are retries: the same 1.3 attempts for a request. */
export const RETRIES = 0.23

/**
 * Failures at once: so many that it is no chance, the part (0..1) of all failures that is nearly all, and the part of all
 * requests up to which they come now and then. Starting points.
 */
export const LOST = { least: 5, share: 0.8, few: 0.1 } as const
