/** Where time comes from. Everything that waits takes it as an argument, so that a test can turn the hands itself. */
export interface Clock {
  /** Seconds since the Unix epoch, with fractions. */
  now(): number
  /** Runs `task` after `delaySeconds`; the function returned takes that back. */
  after(delaySeconds: number, task: () => void): () => void
}

/** Node's longest timer; a longer one would fire at once. */
const LONGEST_TIMER_SECONDS = 2_147_483

export const systemClock: Clock = {
  now: () => Date.now() / 1000,
  after: (delaySeconds, task) => {
    const delay = Math.min(Math.max(delaySeconds, 0), LONGEST_TIMER_SECONDS)
    const timer = setTimeout(task, delay * 1000)
    return () => clearTimeout(timer)
  },
}
