// Of GPUs. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

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

/** Utilisation (0..1) from which a GPU looks busy. Starting point. */
export const GPU_LOOKS_BUSY = 0.9

/** Watts below which a data-centre GPU does not work: idle they draw 50 to 140, at work several hundred. Starting point. */
export const GPU_AT_REST = 180

/** Part (0..1) of a GPU's memory from which people are paged; vLLM takes 0.9 of it unless told otherwise (cache.py). */
export const MEMORY_TAKEN = 0.8

/** Memory that does not stay as it was, in GiB. Starting points. */
export const MEMORY_GREW = { times: 1.02, least: 0.5 } as const
export const MEMORY_FREED = { times: 0.98, least: 0.5 } as const

/** Power of the GPU that draws least over the one that draws most, at clocks as near as that, against the hour before. Starting points. */
export const UNEVEN_POWER = 0.85
export const UNEVENER = { times: 0.9, least: 0.05 } as const
export const SAME_CLOCK = 0.95

/** Power in W of a GPU that waits, against the hour before. Starting point. */
export const LESS_POWER = { times: 0.9, least: 20 } as const

/** Replays of a link a minute, against the hour before: a link that is well has none, or a few. Starting point. */
export const LINK_REPLAYS = { times: 3, least: 10 } as const
