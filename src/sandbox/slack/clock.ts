/** Milliseconds since the Unix epoch, from wherever the sandbox was told to take its time. */
export type Now = () => number

/**
 * Message timestamps as Slack writes them: seconds, a dot, six digits, never the same twice and always growing. They
 * are names, not numbers: read as a number they lose their last digits.
 */
export function createTimestamps(now: Now): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000)
    const digits = Math.floor(last).toString().padStart(7, '0')
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`
  }
}
