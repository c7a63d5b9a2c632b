/** A step in flight in which at least one prompt is being computed, or blocks run short. */
export interface MixedStep {
  readonly kind: 'mixed'
  readonly startAt: number
  readonly endAt: number
}

/**
 * Many decode steps of one unchanged batch, kept as one: step j lasts first + j * growth, because each step
 * reads one more token of context per sequence.
 */
export interface DecodeRun {
  readonly kind: 'run'
  startAt: number
  first: number
  readonly growth: number
  steps: number
}

export type Step = MixedStep | DecodeRun

/** Length of the first `steps` steps of a run, in seconds. */
export function runSeconds(run: DecodeRun, steps: number): number {
  return steps * run.first + (run.growth * steps * (steps - 1)) / 2
}

export function endOf(step: Step): number {
  return step.kind === 'mixed' ? step.endAt : step.startAt + runSeconds(step, step.steps)
}

/** How many steps of the run have ended by `at`; the last one is left for the engine to complete. */
export function stepsEndedBy(run: DecodeRun, at: number): number {
  const last = run.steps - 1
  const passed = at - run.startAt
  if (passed <= 0 || last <= 0) return 0
  let steps = Math.min(last, Math.floor(passed / run.first))
  while (steps > 0 && runSeconds(run, steps) > passed) steps--
  return steps
}
