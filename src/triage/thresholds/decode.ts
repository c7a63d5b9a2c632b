// Of a token's time. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Over what the batch explains: up to here it explains all, and from here on it doesn't. Starting points. */
export const AS_BATCH = 1.15
export const SLOWER_THAN_BATCH = 1.2

/** Pairs of batch and token that make a line, if the larger half's batch is so many times the smaller's. Starting points. */
export const PAIRS_OF_A_LINE = 4
export const BATCH_SPREAD = 1.25

/** How far beyond the smallest and the largest batch of its pairs a line is believed, as a factor. Starting point. */
export const BEYOND_PAIRS = 1.2

/** Part (0..1) by which half of the pairs lie off a line that is none. Starting point. */
export const LINE_SCATTER = 0.1

/** P99 over the median from which a few steps stall and not all are slow. Starting point. */
export const STALLS = 8

/** P99 of a step that stalls, against before; 50 ms more is a step that a stream shows. Starting point. */
export const STALLED = { times: 2, least: 0.05 } as const

/** Prompt tokens a second, far more than before. Starting point. */
export const MORE_PREFILL = { times: 1.5, least: 100 } as const

/** Part (0..1) of the drafted tokens accepted, below which drafting costs more than it saves, and what is left of before. Starting points. */
export const FEW_ACCEPTED = 0.4
export const FEWER_ACCEPTED = { times: 0.8, least: 0.1 } as const

/** Part (0..1) of the answers that end at their token limit, far more than before. Starting point. */
export const MORE_CUT = { times: 2, least: 0.05 } as const

/** Requests a second with a grammar, far more than before. Starting point. */
export const MORE_GRAMMARS = { times: 1.5, least: 0.05 } as const

/** Tokens that a request has made and goes on: longer than nearly all answers, reasoning included. Starting point. */
export const ENDLESS_TOKENS = 16_384
