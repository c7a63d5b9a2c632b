import type { PresentAttribution } from '../../domain/client-attribution.ts'
import { SAME_AGE } from './thresholds.ts'

type FailureAge = NonNullable<PresentAttribution['failedAfter']>

/** Failures sooner than this are refusals and closed connections, which no timeout makes. In seconds. */
const SHORTEST_TIMEOUT = 1

/** The one age at which most requests fail: a timeout stands there. Undefined where they fail at any. */
export function commonFailureAge(
  ages: readonly { readonly seconds: number; readonly requests: number }[],
): FailureAge | undefined {
  const of = ages.reduce((sum, { requests }) => sum + requests, 0)
  const late = ages.filter(({ seconds }) => seconds >= SHORTEST_TIMEOUT)
  const around = late.map(({ seconds }) => ({
    seconds,
    requests: late
      .filter((other) => Math.abs(other.seconds - seconds) <= seconds * SAME_AGE.within)
      .reduce((sum, { requests }) => sum + requests, 0),
  }))
  const [best] = around.toSorted((one, other) => other.requests - one.requests)
  if (best === undefined || best.requests < SAME_AGE.least || best.requests <= of * SAME_AGE.share) return undefined
  return { ...best, of }
}
