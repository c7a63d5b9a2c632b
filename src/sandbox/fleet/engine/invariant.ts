/** A broken rule of the model itself: never a fault of the caller. */
class SimulationError extends Error {
  readonly code = 'simulation_invariant'
}

export function invariant(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new SimulationError(`simulated fleet: ${claim}`)
}
