// Of engines that hang. Starting points are from what operators report, tried on the simulated fleet only: a fleet's own data moves them.

/** Part (0..1) of the time for which a GPU says that it is busy when a kernel spins on it. By B2: util near 100. */
export const SPINS = 0.95

/** Below it no kernel spins. Starting point. */
export const RESTS = 0.5

/** Power, in W, that fell to that of a GPU that does nothing; a spinning kernel draws little. Starting point. */
export const POWER_FELL = { times: 0.6, least: 20 } as const

/** Seconds for which PyTorch's watchdog waits for an NCCL operation before it writes of it (ProcessGroupNCCL.hpp). */
export const NCCL_PATIENCE = 600

/** Requests that wait, mean over the window: less is one that came a moment ago. */
export const WAITS_LONG = 0.5
