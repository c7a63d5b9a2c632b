/**
 * Where the tests draw their lines. What vLLM, NVIDIA or arithmetic decides names that. The rest are starting points from
 * what operators report, tried on the simulated fleet only: to be moved by two weeks of a fleet's own data.
 */

// The queue

/** Requests, mean over the window. V1 shows nobody waiting while there is room (vllm/v1/core/sched/scheduler.py). */
export const QUEUE = 1

/** Mean seconds in the queue. Starting point: a balanced fleet's stay below the lowest bucket of the histogram, 0.3 s. */
export const LONG_QUEUE = 1

/** Part (0..1) of those waiting that is "most of them". */
export const MOSTLY = 0.5

/** Part (0..1) of the instances that "on most" means. Starting point. */
export const MOST = 0.7

/** Greatest arrivals over the mean, of three instances or more and of two; fair is 1, and of two 2 is all. Starting points. */
export const SKEW = 2
export const SKEW_OF_TWO = 1.6

/** Arrivals in the window below which shares are chance: of 20, one more or less is 5 %. */
export const LEAST_ARRIVALS = 20

/** Tokens a second of all peers below which shares of them are of a few requests, and chance. Starting point. */
export const LEAST_TOKENS = 100

/** The prefix cache hits by far best where requests follow a key: of its peers' best, and in parts (0..1). Starting points. */
export const HITS_BY_FAR = { times: 1.5, least: 0.2 } as const

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

// KV blocks in use (0..1)

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

// Latency

/** Part (0..1) of the growth of latency that makes a stage guilty: more than all others together. */
export const GUILTY_SHARE = 0.5

/** Seconds below which the growth of the whole is noise, and a part of it nothing. Starting point. */
export const LEAST_GROWTH = 0.05

/** Slower for whom it serves. Starting points; 0.1 s is what a person notices, 5 ms a token what a reader does. */
export const SLOWER = { times: 1.3, least: 0.1 } as const
export const TOKEN_SLOWER = { times: 1.25, least: 0.005 } as const

/**
 * Up to here latency is called "as before". Between this and slower lies what a window that began before the trouble shows
 * of it: nothing to be sure of. From a sweep of the simulated stories two and four minutes after their onset.
 */
export const STIRRED = { times: 1.1, least: LEAST_GROWTH } as const
export const TOKEN_STIRRED = { times: 1.1, least: 0.002 } as const

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

/** Seconds of a scrape that a free event loop does not need, and that not even a large page explains. Starting points. */
export const LATE_SCRAPE = 1
export const VERY_LATE_SCRAPE = 5

/** More images, sounds and videos in the window than before. Starting point. */
export const MORE_MEDIA = { times: 1.3, least: 10 } as const

/** Seconds for a GB of KV blocks: 2 GB/s is what TCP brings, RDMA and NVLink bring tens (vllm-project/vllm#52607). */
export const SLOW_PACE = 0.5

/** Seconds of a KV transfer that a reader of the first token feels. Starting point. */
export const LONG_TRANSFER = 0.3

/** Seconds of the API server below which its time was not taken but rounded: V0 starts its clock in the engine. */
export const UNTIMED = 0.001

// What is asked of the fleet

/** Prompts, or answers, longer than before, in tokens. Starting points. */
export const LONGER_PROMPTS = { times: 1.5, least: 50 } as const
export const LONGER_ANSWERS = { times: 1.5, least: 20 } as const

/** Far fewer prompt tokens from the prefix cache; a tenth of all is felt in prefill. Starting point. */
export const HITS_DROPPED = { times: 0.7, least: 0.1 } as const

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

// GPUs and processes

/** Requests running, mean over the window, from which a GPU is under load. Starting point. */
export const LOADED = 0.5

/** A clock that is held down, in MHz, against the hour before; boost alone moves it less. Starting point. */
export const CLOCK_DOWN = { times: 0.92, least: 50 } as const

/** Part of the time (0..1) for which a GPU says that it is throttled; it says so for moments always. Starting point. */
export const THROTTLED = 0.05

/** °C from which an NVIDIA data-centre GPU nears its slowdown limit, 83 to 90 by model (nvidia-smi -q -d TEMPERATURE). */
export const GPU_HOT = 80

/** °C of AMD's junction from which it nears its limit, 100 on MI300 and 110 on MI200 (amd-smi static --limit). */
export const HOTSPOT_HOT = 95

/** Part (0..1) of all cores of a host that is busy, from which processes wait for one. Starting point. */
export const HOST_BUSY = 0.9

/** Utilisation (0..1) from which a GPU looks busy. Starting point. */
export const GPU_LOOKS_BUSY = 0.9

/** Watts below which a data-centre GPU does not work: idle they draw 50 to 140, at work several hundred. Starting point. */
export const GPU_AT_REST = 180

/** Part (0..1) of a GPU's memory from which people are paged; vLLM takes 0.9 of it unless told otherwise (cache.py). */
export const MEMORY_TAKEN = 0.8

/** Memory that does not stay as it was, in GiB. Starting points. */
export const MEMORY_GREW = { times: 1.02, least: 0.5 } as const
export const MEMORY_FREED = { times: 0.98, least: 0.5 } as const

/** Cores from which one Python process has none left. Starting point. */
export const CORE_USED_UP = 0.9

/** CPU of all API servers against before: one of four that takes the rest of its core. Starting point. */
export const MORE_CPU = { times: 1.1, least: 0.3 } as const

/** Start times that went back in half an hour: one may be a clock that was set. */
export const STARTS_BACK = 2

/** So many are no clocks: at a scrape a minute two pods behind one target make eight of them. */
export const CERTAIN_STARTS_BACK = 4

/** Counter resets in half an hour that no engine manages: to start takes vLLM more than a minute and a half. */
export const IMPOSSIBLE_RESETS = 20

/** One engine fewer than before; of a thousand one is less than a thousandth part. */
export const ONE_FEWER = { times: 0.9999, least: 1 } as const

/** Process starts in half an hour: one is a deploy, two may be a loop, and three are. */
export const CRASH_LOOP_STARTS = 2
export const CERTAIN_LOOP_STARTS = 3
