// Of requests that wait. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Requests, mean over the window. V1 shows nobody waiting while there is room (vllm/v1/core/sched/scheduler.py). */
export const QUEUE = 1

/** Mean seconds in the queue. Starting point: a balanced fleet's stay below the lowest bucket of the histogram, 0.3 s. */
export const LONG_QUEUE = 1

/** Part (0..1) of those waiting that is "most of them". */
export const MOSTLY = 0.5

/** Part (0..1) of the instances that "on most" means. Starting point. */
export const MOST = 0.7

/** Part (0..1) of its greatest value by which a plateau wavers: requests leave just before a scrape. */
export const PLATEAU_WAVER = 0.05

/** Instances whose plateau is one number before that number is a setting and not chance. Starting point. */
export const SAME_PLATEAU = 3

/** Part (0..1) of a known max_num_seqs below which running requests leave slots free. Starting point. */
export const SLOTS_FREE = 0.9

/** Part (0..1) of the fullest steps' tokens that the mean step holds where every step is full. Starting point. */
export const STEPS_FULL = 0.5

/** Tokens of a step for each request that runs: one decodes, so beyond this most are prompt tokens. Starting point. */
export const MOSTLY_PROMPT = 4

/**
 * Prompts that hold up the rest: so many times the mean of before, and longer than one step takes. Times: starting point;
 * tokens: the greatest default of `--max-num-batched-tokens` of a server (vllm/engine/arg_utils.py).
 */
export const LONG_TAIL = { times: 8, least: 8192 } as const

/** A tail that was not there before, in tokens. Starting point. */
export const TAIL_GREW = { times: 1.5, least: 1000 } as const

/** Tokens a second less than before: more than the noise of an even load. Starting point. */
export const WORKS_LESS = { times: 0.9, least: 1 } as const

/** Seconds since an adapter waited for a slot: the engine notes it at each step, and a scrape reads it later. */
export const LORA_WAITS = 60

/** Sizes to which clients' and gateways' connection pools are set: aiohttp's 100, httpx' 1000, powers of two, round hundreds. */
export const POOL_SIZES: readonly number[] = [50, 64, 100, 128, 200, 250, 256, 300, 400, 500, 512, 1000, 1024]
