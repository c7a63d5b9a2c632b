// Of what is asked of the fleet. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Prompts, or answers, longer than before, in tokens. Starting points. */
export const LONGER_PROMPTS = { times: 1.5, least: 50 } as const
export const LONGER_ANSWERS = { times: 1.5, least: 20 } as const

/** Far fewer prompt tokens from the prefix cache; a tenth of all is felt in prefill. Starting point. */
export const HITS_DROPPED = { times: 0.7, least: 0.1 } as const

/** Up to here hits are "as before", and that no change has moved them yet. Starting point. */
export const FEWER_HITS = { times: 0.9, least: 0.05 } as const

/** A client's part of the cache's hits, over its part of the load: long heads of prompts hit more than others. Starting point. */
export const HITS_OF_ONE = 1.25

/** Engines among which a session's calls fall far more apart than before. Starting point. */
export const MORE_ENGINES = { times: 1.2, least: 1 } as const

/** Tokens of the largest block of a KV cache that is known, of a hybrid model (vllm:cache_config_info shows block_size="2096"). */
export const LARGEST_BLOCK = 2096

/** Part (0..1) of the engines, or of the tokens, that is none: less than rounding makes. */
export const NONE_AT_ALL = 0.0001

/** Prompt tokens a second below which a hit ratio is of a few prompts, and chance. Starting point. */
export const FEW_PROMPT_TOKENS = 100

/** More requests at once, more requests a second, and more tokens a second than before. Starting points. */
export const LARGER_BATCH = { times: 1.3, least: 2 } as const
export const MORE_REQUESTS = { times: 1.2, least: 0.1 } as const
export const WORKS_HARDER = { times: 1.1, least: 1 } as const

/** Requests, or tokens, a second that have gone away: so many that something is wrong, or nearly all. Starting points. */
export const FEWER_REQUESTS = { times: 0.6, least: 0.1 } as const
export const FEWER_TOKENS = { times: 0.5, least: 1 } as const
export const STOPPED = { times: 0.05, least: 0.1 } as const

/** Part (0..1) of the traffic of before from which "recovered" may be said. Starting point. */
export const SAME_TRAFFIC = 0.5

/** Tokens a second above which the fleet is at work: one token in ten seconds is none. */
export const AT_WORK = 0.1
