// Where the lines are drawn between who made the load grow and who did not. Starting points, tried on the simulated fleet.

/** Part (0..1) of the growth that makes a client the one to look at: more than all others together. */
export const MOST_OF_GROWTH = 0.5

/** How many times its own load of before. */
export const GREW_TIMES = 2

/** Its growth as a part (0..1) of the whole load of before: twice nearly nothing is nothing. */
export const GREW_BY = 0.25

/** Requests in the window below which parts of them are chance. */
export const LEAST_REQUESTS = 20

/** Seconds from a client's growth to requests that wait, beyond which something else has come between. */
export const LONGEST_LEAD = 1800

/** Part (0..1) of its requests that fail, from which a client sends again what was not answered. */
export const MOSTLY_FAILS = 0.5

/** The addresses of gateways are few and carry nearly everything. */
export const GATEWAYS = { most: 3, share: 0.9 } as const

/** A client's part moves; those of gateways stay as their balancer has them. In parts (0..1) of the load. */
export const STEADY = 0.15

/** Failures at one age: more than half of them within 1 %, and so many that it is no chance. */
export const SAME_AGE = { share: 0.5, within: 0.01, least: 5 } as const

/** Engines' own load over the source's, beyond which the source sees another service, too. */
export const SEES_OTHERS = 1.3
