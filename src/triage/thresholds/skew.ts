// Of load that is spread unevenly. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Greatest arrivals over the mean, of three instances or more and of two; fair is 1, and of two 2 is all. Starting points. */
export const SKEW = 2
export const SKEW_OF_TWO = 1.6

/** Arrivals in the window below which shares are chance: of 20, one more or less is 5 %. */
export const LEAST_ARRIVALS = 20

/** Tokens a second of all peers below which shares of them are of a few requests, and chance. Starting point. */
export const LEAST_TOKENS = 100

/** The prefix cache hits by far best where requests follow a key: of its peers' best, and in parts (0..1). Starting points. */
export const HITS_BY_FAR = { times: 1.5, least: 0.2 } as const

/**
 * Clients of which it is known where their requests go: so many that they speak for all, and so many that keys do not fall
 * on one instance by chance. Parts (0..1) of a client's requests: that is most of them, the part of the greatest that is
 * about as much, and that is all. As many clients as show that a balancer is even, and times a fair part that is even.
 * Starting points.
 */
export const SPREAD = { clients: 3, noChance: 6, most: 0.5, alike: 0.7, keeps: 0.98, even: 2, ofFair: 1.6 } as const
