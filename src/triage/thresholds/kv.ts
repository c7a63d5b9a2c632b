// Of KV blocks (parts of all are 0..1) and their transfer. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** From here the next long prompt finds no room (admission asks for all blocks of a prompt at once). Starting point. */
export const KV_NEARLY_FULL = 0.9

/** Below it blocks are not what a request waits for. Starting point. */
export const KV_FREE = 0.7

/** Here a running request finds no block and vLLM evicts (docs/configuration/optimization.md, "Preemption"). */
export const KV_FULL = 0.97

/** Evictions per finished request below which users do not feel them. Starting point. */
export const PREEMPTIONS_PER_REQUEST = 0.1

/** The same where no block comes free in between and requests wait: half as many. Starting point. */
export const PREEMPTIONS_WITH_A_QUEUE = 0.05

/** Tokens a second that are lost to evictions: below this part of before. Starting point. */
export const WORK_LOST = { times: 0.7, least: 1 } as const

/** Part (0..1) of the KV blocks that nobody may hold when nothing runs. Starting point. */
export const KV_HELD = 0.5

/** Seconds for a GB of KV blocks: 2 GB/s is what TCP brings, RDMA and NVLink bring tens (vllm-project/vllm#52607). */
export const SLOW_PACE = 0.5

/** Seconds of a KV transfer that a reader of the first token feels. Starting point. */
export const LONG_TRANSFER = 0.3

/** Evictions per finished request from which no fleet is called healthy: as many steps are done again as requests end. Starting point. */
export const EVICTS_AS_MANY = 1

/** The same where nobody knows how many requests finished: so many in the window are more than now and then. Starting point. */
export const MANY_EVICTIONS = 100
